//! From the bytes of code to instructions. Opcodes come in groups that differ in a type or a number; so does this table.

use super::bytes::Bytes;
use super::descriptor;
use super::error::Fail;
use super::op::{Arith, Bitwise, Constant, Element, Invoke, Kind, Op, Pc, Shuffle, Test};
use super::pool::Pool;
use std::sync::Arc;

const KINDS: [Kind; 5] = [Kind::Int, Kind::Long, Kind::Float, Kind::Double, Kind::Ref];
const ELEMENTS: [Element; 8] = [
    Element::Int,
    Element::Long,
    Element::Float,
    Element::Double,
    Element::Ref,
    Element::Byte,
    Element::Char,
    Element::Short,
];
const SHUFFLES: [Shuffle; 9] = [
    Shuffle::Pop,
    Shuffle::Pop2,
    Shuffle::Dup,
    Shuffle::DupX1,
    Shuffle::DupX2,
    Shuffle::Dup2,
    Shuffle::Dup2X1,
    Shuffle::Dup2X2,
    Shuffle::Swap,
];
const ARITHS: [Arith; 5] = [Arith::Add, Arith::Sub, Arith::Mul, Arith::Div, Arith::Rem];
const BITWISE: [Bitwise; 6] = [Bitwise::Shl, Bitwise::Shr, Bitwise::Ushr, Bitwise::And, Bitwise::Or, Bitwise::Xor];
const TESTS: [Test; 6] = [Test::Eq, Test::Ne, Test::Lt, Test::Ge, Test::Gt, Test::Le];
const NARROWS: [&str; 3] = ["B", "C", "S"];
const INVOKES: [Invoke; 4] = [Invoke::Virtual, Invoke::Special, Invoke::Static, Invoke::Interface];
/// The conversions from 0x85 on.
const CONVERSIONS: [(Kind, Kind); 12] = [
    (Kind::Int, Kind::Long),
    (Kind::Int, Kind::Float),
    (Kind::Int, Kind::Double),
    (Kind::Long, Kind::Int),
    (Kind::Long, Kind::Float),
    (Kind::Long, Kind::Double),
    (Kind::Float, Kind::Int),
    (Kind::Float, Kind::Long),
    (Kind::Float, Kind::Double),
    (Kind::Double, Kind::Int),
    (Kind::Double, Kind::Long),
    (Kind::Double, Kind::Float),
];

/// Decodes all instructions.
pub fn ops(mut code: Bytes<'_>, pool: &Pool<'_>) -> Result<Vec<(Pc, Op)>, Fail> {
    let mut ops = Vec::new();
    while !code.is_empty() {
        let pc = code.read() as Pc;
        ops.push((pc, op(&mut code, pool)?));
    }
    Ok(ops)
}

/// Decodes one instruction.
fn op(code: &mut Bytes<'_>, pool: &Pool<'_>) -> Result<Op, Fail> {
    let (start, at) = (code.read() as i64, code.offset());
    let opcode = code.u8()?;
    let jump = |offset: i64| Pc::try_from(start + offset).map_err(|_| Fail::new(at, "a jump leads out of the code"));
    let group = |first: u8| usize::from(opcode - first);
    Ok(match opcode {
        0x00 => Op::Nop,
        0x01 => Op::Push(Constant::Null),
        0x02..=0x08 => Op::Push(Constant::Int(i32::from(opcode) - 3)),
        0x09 | 0x0a => Op::Push(Constant::Long(i64::from(opcode - 9))),
        0x0b..=0x0d => Op::Push(Constant::Float(f32::from(opcode - 0x0b))),
        0x0e | 0x0f => Op::Push(Constant::Double(f64::from(opcode - 0x0e))),
        0x10 => Op::Push(Constant::Int(code.i8()?.into())),
        0x11 => Op::Push(Constant::Int(code.i16()?.into())),
        0x12 => Op::Push(loaded(pool, code.u8()?.into(), false, at)?),
        0x13 | 0x14 => Op::Push(loaded(pool, code.u16()?, opcode == 0x14, at)?),
        0x15..=0x19 => Op::Load(KINDS[group(0x15)], code.u8()?.into()),
        0x1a..=0x2d => Op::Load(KINDS[group(0x1a) / 4], (group(0x1a) % 4) as u16),
        0x2e..=0x35 => Op::LoadElem(ELEMENTS[group(0x2e)]),
        0x36..=0x3a => Op::Store(KINDS[group(0x36)], code.u8()?.into()),
        0x3b..=0x4e => Op::Store(KINDS[group(0x3b) / 4], (group(0x3b) % 4) as u16),
        0x4f..=0x56 => Op::StoreElem(ELEMENTS[group(0x4f)]),
        0x57..=0x5f => Op::Shuffle(SHUFFLES[group(0x57)]),
        0x60..=0x73 => Op::Arith(KINDS[group(0x60) % 4], ARITHS[group(0x60) / 4]),
        0x74..=0x77 => Op::Neg(KINDS[group(0x74)]),
        0x78..=0x83 => Op::Bitwise(KINDS[group(0x78) % 2], BITWISE[group(0x78) / 2]),
        0x84 => Op::Increment(code.u8()?.into(), code.i8()?.into()),
        0x85..=0x90 => {
            let (from, to) = CONVERSIONS[group(0x85)];
            Op::Convert(from, to)
        }
        0x91..=0x93 => Op::Narrow(NARROWS[group(0x91)]),
        0x94 => Op::CompareLongs,
        0x95 | 0x96 => Op::CompareFloats(Kind::Float, opcode == 0x96),
        0x97 | 0x98 => Op::CompareFloats(Kind::Double, opcode == 0x98),
        0x99..=0x9e => Op::If(TESTS[group(0x99)], jump(code.i16()?.into())?),
        0x9f..=0xa4 => Op::IfCompare(TESTS[group(0x9f)], jump(code.i16()?.into())?),
        0xa5 | 0xa6 => Op::IfSame(opcode == 0xa5, jump(code.i16()?.into())?),
        0xa7 => Op::Goto(jump(code.i16()?.into())?),
        0xa8 => Op::Jsr(jump(code.i16()?.into())?),
        0xa9 => Op::Ret(code.u8()?.into()),
        0xaa | 0xab => {
            while !code.read().is_multiple_of(4) {
                code.u8()?;
            }
            let default = jump(code.i32()?.into())?;
            let cases = if opcode == 0xaa { table(code, at)? } else { pairs(code, at)? };
            let to = |(value, offset): (i32, i32)| Ok((value, jump(offset.into())?));
            Op::Switch { default, cases: cases.into_iter().map(to).collect::<Result<_, Fail>>()? }
        }
        0xac..=0xb0 => Op::Return(Some(KINDS[group(0xac)])),
        0xb1 => Op::Return(None),
        0xb2 => Op::GetStatic(pool.field(code.u16()?, at)?),
        0xb3 => Op::PutStatic(pool.field(code.u16()?, at)?),
        0xb4 => Op::GetField(pool.field(code.u16()?, at)?),
        0xb5 => Op::PutField(pool.field(code.u16()?, at)?),
        0xb6..=0xb9 => {
            let how = INVOKES[group(0xb6)];
            let method = pool.method(code.u16()?, at)?;
            let is_named_well = match how {
                Invoke::Virtual => !method.of_interface,
                Invoke::Interface => method.of_interface,
                Invoke::Special | Invoke::Static => true,
            };
            let is_special = method.name.starts_with('<') && !(how == Invoke::Special && &*method.name == "<init>");
            if !is_named_well || is_special {
                return Err(Fail::new(at, "a call of this kind cannot run the method that it names"));
            }
            if how == Invoke::Interface && (code.u8()? == 0 || code.u8()? != 0) {
                return Err(Fail::new(at, "the operands of invokeinterface are malformed"));
            }
            Op::Invoke(how, method)
        }
        0xba => {
            let dynamic = pool.call_site(code.u16()?, at)?;
            if code.u16()? != 0 {
                return Err(Fail::new(at, "the operands of invokedynamic are malformed"));
            }
            Op::InvokeDynamic(dynamic)
        }
        0xbb => {
            let class = pool.class(code.u16()?, at)?;
            if class.starts_with('[') {
                return Err(Fail::new(at, "new makes no arrays"));
            }
            Op::New(class)
        }
        0xbc => {
            let element = match code.u8()? {
                4 => "[Z",
                5 => "[C",
                6 => "[F",
                7 => "[D",
                8 => "[B",
                9 => "[S",
                10 => "[I",
                11 => "[J",
                _ => return Err(Fail::new(at, "newarray has no such element type")),
            };
            Op::NewArray(Arc::from(element))
        }
        0xbd => {
            let element = pool.class(code.u16()?, at)?;
            let array = format!("[{}", descriptor::of_class(&element));
            if !descriptor::field(&array) {
                return Err(Fail::new(at, "an array has too many dimensions"));
            }
            Op::NewArray(array.into())
        }
        0xbe => Op::ArrayLength,
        0xbf => Op::Throw,
        0xc0 => Op::CheckCast(pool.class(code.u16()?, at)?),
        0xc1 => Op::InstanceOf(pool.class(code.u16()?, at)?),
        0xc2 => Op::MonitorEnter,
        0xc3 => Op::MonitorExit,
        0xc4 => wide(code, at)?,
        0xc5 => {
            let (array, lengths) = (pool.class(code.u16()?, at)?, code.u8()?);
            let dims = array.bytes().take_while(|b| *b == b'[').count();
            if lengths == 0 || usize::from(lengths) > dims {
                return Err(Fail::new(at, "multianewarray has no such number of dimensions"));
            }
            Op::NewArrays(array, lengths)
        }
        0xc6 | 0xc7 => Op::IfNull(opcode == 0xc6, jump(code.i16()?.into())?),
        0xc8 => Op::Goto(jump(code.i32()?.into())?),
        0xc9 => Op::Jsr(jump(code.i32()?.into())?),
        0xca..=0xff => return Err(Fail::new(at, format!("{opcode:#04x} is no opcode"))),
    })
}

/// The constant of `ldc`, of one slot or (`wide`) of two.
fn loaded(pool: &Pool<'_>, index: u16, wide: bool, at: usize) -> Result<Constant, Fail> {
    let constant = pool.constant(index, at)?;
    if constant.kind().is_wide() != wide {
        return Err(Fail::new(at, "this ldc does not load constants of this size"));
    }
    Ok(constant)
}

/// What follows `wide`.
fn wide(code: &mut Bytes<'_>, at: usize) -> Result<Op, Fail> {
    let opcode = code.u8()?;
    let slot = code.u16()?;
    Ok(match opcode {
        0x15..=0x19 => Op::Load(KINDS[usize::from(opcode - 0x15)], slot),
        0x36..=0x3a => Op::Store(KINDS[usize::from(opcode - 0x36)], slot),
        0x84 => Op::Increment(slot, code.i16()?),
        0xa9 => Op::Ret(slot),
        _ => return Err(Fail::new(at, "wide does not fit the instruction behind it")),
    })
}

/// The cases of `tableswitch`.
fn table(code: &mut Bytes<'_>, at: usize) -> Result<Vec<(i32, i32)>, Fail> {
    let (low, high) = (code.i32()?, code.i32()?);
    if low > high {
        return Err(Fail::new(at, "tableswitch has its bounds in the wrong order"));
    }
    // A table that is longer than the code fails at its first missing entry: nothing is allocated in advance.
    (low..=high).map(|value| Ok((value, code.i32()?))).collect()
}

/// The cases of `lookupswitch`.
fn pairs(code: &mut Bytes<'_>, at: usize) -> Result<Vec<(i32, i32)>, Fail> {
    let count = u32::try_from(code.i32()?).map_err(|_| Fail::new(at, "lookupswitch has a negative number of cases"))?;
    let pairs: Vec<(i32, i32)> = (0..count).map(|_| Ok((code.i32()?, code.i32()?))).collect::<Result<_, Fail>>()?;
    if pairs.windows(2).any(|pair| pair[0].0 >= pair[1].0) {
        return Err(Fail::new(at, "the cases of lookupswitch are not in rising order"));
    }
    Ok(pairs)
}
