//! Expressions over collections and streams.

use super::Maker;
use super::types::Type;

impl Maker<'_> {
    /// One of the types of lists that can be changed.
    fn list_type(&mut self) -> Type {
        self.choices.of(&[Type::List, Type::Numbers])
    }

    /// A list that can be changed.
    fn list(&mut self, depth: u32) -> Option<String> {
        let ty = self.list_type();
        self.object(ty, depth)
    }

    /// A number that a collection has.
    pub fn of_collection(&mut self, depth: u32) -> Option<String> {
        match self.choices.below(6) {
            0 | 1 => {
                let list = self.list(depth)?;
                Some(match self.choices.below(7) {
                    0 | 1 => format!("((int) {list}.get({}))", self.index(depth)),
                    2 => format!("{list}.size()"),
                    3 => format!("((int) {list}.remove({}))", self.index(depth)),
                    4 => format!("((int) {list}.set({}, {}))", self.index(depth), self.boxed(depth)),
                    5 => format!("{list}.hashCode()"),
                    _ => format!("{list}.indexOf({})", self.boxed(depth)),
                })
            }
            2 => {
                let words = self.object(Type::Words, depth)?;
                Some(format!("{words}.{}", self.choices.of(&["size()", "hashCode()", "toString().length()"])))
            }
            3 => {
                let maybe = self.object(Type::Maybe, depth)?;
                Some(match self.choices.below(3) {
                    0 => format!("((int) {maybe}.orElse({}))", self.boxed(depth)),
                    1 => format!("((int) {maybe}.map({}).get())", self.reference(Type::Generic, depth)),
                    _ => format!("((int) {maybe}.get())"),
                })
            }
            4 => {
                let wild = self.object(Type::Wild, depth)?;
                Some(match self.choices.below(4) {
                    0 => format!("{wild}.size()"),
                    1 => format!("{wild}.indexOf({})", self.boxed(depth)),
                    _ => format!("{wild}.get({}).intValue()", self.index(depth)),
                })
            }
            _ => {
                let map = self.object(Type::Map, depth)?;
                let key = self.boxed(depth);
                Some(match self.choices.below(6) {
                    0 => format!("((int) {map}.getOrDefault({key}, {}))", self.boxed(depth)),
                    1 => format!("{map}.size()"),
                    2 => format!("((int) {map}.get({key}))"),
                    3 => format!("((int) {map}.merge({key}, {}, Integer::sum))", self.number(Type::Int, depth)),
                    _ => format!("((int) {map}.computeIfAbsent({key}, {}))", self.reference(Type::Generic, depth)),
                })
            }
        }
    }

    /// A number that a stream of the elements of a list comes to.
    pub fn streamed(&mut self, depth: u32) -> String {
        let list = self.some_list(depth);
        let kept = match self.choices.below(3) {
            0 => format!(".filter({})", self.lambda_of_box(Type::Boolean, depth)),
            1 => ".sorted()".to_owned(),
            _ => String::new(),
        };
        let number = self.lambda_of_box(Type::Int, depth);
        match self.choices.below(4) {
            0 => format!("((int) {list}.stream(){kept}.limit(2).count())"),
            1 => format!("((int) {list}.stream(){kept}.map({number}).reduce(1, Integer::sum))"),
            2 => format!("{list}.stream(){kept}.mapToInt({number}).sum()"),
            _ => format!("{list}.stream(){kept}.mapToInt({number}).max().orElse(3)"),
        }
    }

    /// A list that is known, or else a new one.
    fn some_list(&mut self, depth: u32) -> String {
        let ty = self.list_type();
        let known = self.variable(ty, false);
        known.unwrap_or_else(|| format!("new ArrayList<Integer>(Arrays.asList({}, 7, -1))", self.boxed(depth)))
    }

    /// A condition about collections.
    pub fn about_collection(&mut self, depth: u32) -> Option<String> {
        Some(match self.choices.below(11) {
            0 => format!("{}.contains({})", self.list(depth)?, self.boxed(depth)),
            1 => format!("{}.containsKey({})", self.object(Type::Map, depth)?, self.boxed(depth)),
            2 => format!("{}.add({})", self.list(depth)?, self.boxed(depth)),
            3 => {
                let ty = self.choices.of(&[Type::Text, Type::List, Type::Map, Type::Numbers, Type::Words, Type::Maybe]);
                format!("{}.isEmpty()", self.object(ty, depth)?)
            }
            4 => {
                let (list, of) = (self.some_list(depth), self.choices.of(&["anyMatch", "allMatch", "noneMatch"]));
                format!("{list}.stream().{of}({})", self.lambda_of_box(Type::Boolean, depth))
            }
            5 | 6 => {
                let (words, text) = (self.object(Type::Words, depth)?, self.reference(Type::Text, depth));
                format!("{words}.{}(Main.cut({text}))", self.choices.of(&["contains", "add", "remove"]))
            }
            7 => format!("{}.isPresent()", self.object(Type::Maybe, depth)?),
            8 => {
                let wild = self.object(Type::Wild, depth)?;
                let of = self.choices.of(&["Integer", "Double", "Long", "Comparable"]);
                format!("((Object) {wild}.get({}) instanceof {of})", self.index(depth))
            }
            _ => {
                let ty = self.choices.of(&Type::COLLECTIONS).0;
                let other = self.choices.of(&[ty, Type::Numbers, Type::List]);
                let one = self.object(ty, depth)?;
                let how = self.choices.of(&[("((Object) ", " == (Object) ", ")"), ("", ".equals(", ")")]);
                format!("{}{one}{}{}{}", how.0, how.1, self.reference(other, depth), how.2)
            }
        })
    }

    /// A new collection.
    pub fn collection(&mut self, ty: Type, depth: u32) -> Option<String> {
        Some(match ty {
            Type::Numbers => match self.choices.below(6) {
                0 => format!("Arrays.<Integer>asList({}, 2)", self.boxed(depth)),
                1 => format!("List.<Integer>of({}, {})", self.boxed(depth), self.boxed(depth)),
                2 => format!("Collections.unmodifiableList({})", self.some_list(depth)),
                3 => format!("new LinkedList<Integer>({})", self.some_list(depth)),
                _ => self.array_list(depth),
            },
            Type::List => self.array_list(depth),
            Type::Wild => match self.choices.below(4) {
                0 => format!("Arrays.<Number>asList({}, {}, null)", self.boxed(depth), self.value(Type::Long, depth)),
                1 => format!("List.<Number>of({})", self.value(Type::Double, depth)),
                _ => self.some_list(depth),
            },
            Type::Map => match self.choices.below(2) {
                0 => "new HashMap<Integer, Integer>()".to_owned(),
                _ => {
                    let key = self.boxed(depth);
                    format!("new HashMap<Integer, Integer>(Main.mapped({key}, {}))", self.boxed(depth))
                }
            },
            Type::Words => {
                let class = self.choices.of(&["LinkedHashSet", "HashSet", "TreeSet"]);
                match self.choices.below(2) {
                    0 => format!("new {class}<String>()"),
                    _ => {
                        let text = self.reference(Type::Text, depth);
                        format!("new {class}<String>(Arrays.asList(Main.cut({text}), \"b\"))")
                    }
                }
            }
            Type::Maybe => match self.choices.below(3) {
                0 => "Optional.<Integer>empty()".to_owned(),
                _ => format!("Optional.<Integer>ofNullable({})", self.boxed(depth)),
            },
            _ => return None,
        })
    }

    fn array_list(&mut self, depth: u32) -> String {
        match self.choices.below(4) {
            0 => "new ArrayList<Integer>()".to_owned(),
            1 => format!("new ArrayList<Integer>(List.of({}, 1))", self.number(Type::Int, depth)),
            2 => {
                let ty = self.list_type();
                match self.variable(ty, false) {
                    Some(list) => {
                        let number = self.lambda_of_box(Type::Int, depth);
                        format!("new ArrayList<Integer>({list}.stream().map({number}).collect(Collectors.toList()))")
                    }
                    None => "new ArrayList<Integer>(List.of())".to_owned(),
                }
            }
            _ => format!("new ArrayList<Integer>(Arrays.asList({}, 7, null))", self.boxed(depth)),
        }
    }

    /// What changes a collection.
    pub fn changed_collection(&mut self, depth: u32) -> Option<String> {
        Some(match self.choices.below(10) {
            0 | 1 => format!("{}.add({})", self.list(depth)?, self.boxed(depth)),
            2 => format!("{}.add({}, {})", self.list(depth)?, self.index(depth), self.boxed(depth)),
            3 => {
                let list = self.list(depth)?;
                format!("{list}.removeIf({})", self.lambda_of_box(Type::Boolean, depth))
            }
            4 => {
                let order = self.choices.of(&["null", "(p, q) -> Integer.compare(q, p)"]);
                format!("{}.sort({order})", self.list(depth)?)
            }
            5 => {
                let list = self.list(depth)?;
                format!("{list}.replaceAll({})", self.reference(Type::Generic, depth))
            }
            6 => {
                let list = self.list(depth)?;
                format!("{list}.addAll({})", self.some_list(depth))
            }
            7 | 8 => format!("{}.put({}, {})", self.object(Type::Map, depth)?, self.boxed(depth), self.boxed(depth)),
            _ => format!("{}.remove({})", self.object(Type::Map, depth)?, self.boxed(depth)),
        })
    }

    /// The elements of a collection, and the type of a variable for each.
    pub fn elements(&mut self) -> Option<(Type, String)> {
        Some(match self.choices.below(6) {
            0 | 1 => (Type::Int, self.list(1)?),
            2 => (Type::Boxed, format!("{}.keySet()", self.object(Type::Map, 1)?)),
            3 => (Type::Int, format!("{}.values()", self.object(Type::Map, 1)?)),
            4 => (Type::Text, self.object(Type::Words, 1)?),
            _ => (Type::Object, self.object(Type::Wild, 1)?),
        })
    }
}
