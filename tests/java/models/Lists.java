import java.util.*;

/** Calls of lists and queues: the same ones on a JVM and in the interpreter. */
class Lists {
  /** Runs calls, each of them three numbers, and returns what they have shown. */
  static String run(int[] calls, String a, String b) {
    Lists made = new Lists(a, b);
    StringBuilder out = new StringBuilder();
    for (int k = 0; k + 2 < calls.length; k += 3) {
      String shown;
      try {
        shown = made.call(calls[k], calls[k + 1], calls[k + 2]);
      } catch (ArrayIndexOutOfBoundsException | ArrayStoreException | ClassCastException | NullPointerException e) {
        shown = e.getClass().getName();
      } catch (RuntimeException e) {
        shown = e.getClass().getName() + " " + e.getMessage();
      }
      out.append(calls[k]).append(": ").append(shown).append(' ').append(made.list).append('\n');
    }
    return out.append(made.deque).append(made.list.equals(made.other)).append(made.list.hashCode()).toString();
  }

  List<Object> list = new ArrayList<>();
  List<Object> other = new LinkedList<>();
  Deque<Object> deque = new ArrayDeque<>();
  final String a;
  final String b;
  Object last;

  Lists(String a, String b) {
    this.a = a;
    this.b = b;
    for (int i = 0; i < a.length(); i++) list.add((int) a.charAt(i) % 4);
    for (int i = 0; i < b.length(); i++) deque.add((int) b.charAt(i) % 4);
  }

  static Object element(int i) {
    if (i == 5) return null;
    return i % 4;
  }

  static String all(Object[] cells) { return Arrays.toString(cells) + cells.getClass().getComponentType().isArray(); }

  @SuppressWarnings({"unchecked", "rawtypes", "removal"})
  String call(int which, int i, int j) {
    Object e = element(i);
    switch (which) {
      case 0: return "" + list.add(e);
      case 1: list.add(i, element(j)); return "";
      case 2: return "" + list.remove(i);
      case 3: return "" + list.remove(e);
      case 4: return "" + list.set(i, element(j));
      case 5: return "" + list.get(i);
      case 6: return list.indexOf(e) + " " + list.lastIndexOf(e) + list.contains(e);
      case 7: return "" + list.addAll(other);
      case 8: return "" + list.addAll(i, deque);
      case 9: { List<Object> x = list; list = other; other = x; return ""; }
      case 10: return list.size() + " " + list.isEmpty();
      case 11: { Iterator<Object> all = list.iterator(); String s = ""; while (all.hasNext()) { Object x = all.next(); s += x; if (Objects.equals(x, e)) all.remove(); } return s; }
      case 12: { String s = ""; for (Object x : list) { s += x; if (Objects.equals(x, e)) list.remove(x); } return s; }
      case 13: { String s = ""; try { for (Object x : list) { s += x; if (s.length() == 2) list.add(e); } } catch (ConcurrentModificationException x) { s += "!"; } return s; }
      case 14: { StringBuilder s = new StringBuilder(); list.forEach(x -> s.append(x)); return s.toString(); }
      case 15: return "" + list.removeIf(x -> Objects.equals(x, e));
      case 16: list.replaceAll(x -> x == null ? 0 : x); return "";
      case 17: list.sort(null); return "";
      case 18: list.sort((Comparator) Comparator.naturalOrder()); return "";
      case 19: { int k = i; list.sort((x, y) -> ((x == null ? 0 : (int) x) * k + (y == null ? 1 : (int) y) * j) % 3); return ""; }
      case 20: Collections.sort((List) list, Collections.reverseOrder()); return "";
      case 21: return "" + list.removeAll(deque);
      case 22: return "" + list.retainAll(deque);
      case 23: return "" + list.containsAll(other);
      case 24: return list.equals(other) + " " + other.hashCode() + list.equals(new ArrayList<>(list));
      case 25: return Arrays.toString(list.toArray()) + Arrays.toString(other.toArray(new Object[20]));
      case 26: { ListIterator<Object> all = list.listIterator(i); String s = ""; while (all.hasPrevious()) { s += all.previousIndex(); s += all.previous(); } all.add(e); s += all.next(); all.set(j); return s; }
      case 27: { ListIterator<Object> all = list.listIterator(); all.next(); all.remove(); all.remove(); return ""; }
      case 28: { List<Object> part = list.subList(i, j); String s = part + " " + part.size(); part.add(e); part.set(0, 7); part.remove(e); s += part; part.clear(); return s + part; }
      case 29: { List<Object> part = list.subList(0, list.size() / 2); list.add(e); return "" + part.size(); }
      case 30: list.clear(); return "";
      case 31: list = new ArrayList<>(deque); return "";
      case 32: list = new LinkedList<>(other); return "";
      case 33: list = new Vector<>(other); return "";
      case 34: list = new ArrayList<>(i < 1000 ? i : 0); return "";
      case 35: list = Arrays.asList(element(i), element(j), 3); return "";
      case 36: list = Collections.unmodifiableList(other); return "";
      case 37: list = List.of(i, j, 4); return "";
      case 38: list = List.of(); return "";
      case 39: list = List.of(element(i)); return "";
      case 40: list = Collections.emptyList(); return "";
      case 41: Collections.reverse(list); return "";
      case 42: Collections.swap(list, i, j); return "";
      case 43: return Collections.max((List<Integer>) (List) list) + " " + Collections.min((List<Integer>) (List) list);
      case 44: return Collections.addAll(list, 1, e, 2) + " " + Collections.frequency(list, 1);
      case 45: Collections.fill(list, e); return "";
      case 46: return new ArrayList<>(list).equals(List.copyOf(list)) + "";
      case 47: deque.addFirst(e); return "";
      case 48: deque.addLast(e); return "";
      case 49: return "" + deque.pollFirst() + deque.pollLast();
      case 50: return "" + deque.removeFirst();
      case 51: return "" + deque.removeLast();
      case 52: return "" + deque.getFirst() + deque.getLast();
      case 53: return "" + deque.peekFirst() + deque.peekLast() + deque.peek();
      case 54: deque.push(e); return "" + deque.pop();
      case 55: return deque.contains(e) + " " + deque.removeFirstOccurrence(e) + deque.removeLastOccurrence(e) + deque.size();
      case 56: { String s = ""; Iterator<Object> all = deque.descendingIterator(); while (all.hasNext()) { s += all.next(); if (j > 3) all.remove(); } return s; }
      case 57: { String s = ""; Iterator<Object> all = deque.iterator(); while (all.hasNext()) { Object x = all.next(); s += x; if (Objects.equals(x, e)) all.remove(); } return s; }
      case 58: deque = new LinkedList<>(deque); return "";
      case 59: deque = new ArrayDeque<>(list); return "";
      case 60: return deque.offer(e) + "" + deque.remove() + deque.element() + deque.poll() + deque;
      case 61: for (int k = 0; k < 12; k++) deque.addFirst(k); for (int k = 0; k < 9; k++) deque.addLast(k + i); return deque.toString();
      case 62: for (int k = 0; k < 8; k++) list.add((k * 7 + i) % 5); return "";
      case 63: { Stack<Object> s = new Stack<>(); s.push(e); s.push(i); s.addAll(list); String t = s.search(e) + " " + s.peek() + s.pop() + s.empty() + s; while (true) t += s.pop(); }
      case 64: { int[] x = {i, j, 5, -1, 0}; Arrays.sort(x); String s = Arrays.toString(x) + Arrays.hashCode(x); Arrays.fill(x, 1, 3, i); return s + Arrays.toString(x) + Arrays.equals(x, new int[] {i}); }
      case 65: { int[] x = {1, 2, 3}; return Arrays.toString(Arrays.copyOf(x, i % 9)) + Arrays.toString(Arrays.copyOfRange(x, i % 70, j & 63)); }
      case 66: { char[] x = a.toCharArray(); Arrays.sort(x); return new String(x) + Arrays.toString(x) + Arrays.hashCode(x) + Arrays.equals(x, b.toCharArray()); }
      case 67: { long[] x = {i, (long) i * j}; boolean[] y = {i > j, true}; byte[] z = {(byte) i}; short[] w = {(short) j, 3}; Arrays.sort(w); return Arrays.hashCode(x) + " " + Arrays.hashCode(y) + Arrays.hashCode(z) + Arrays.hashCode(w) + Arrays.toString(y) + Arrays.toString(x) + Arrays.toString(z) + Arrays.toString(w); }
      case 68: { String[] x = {a, b, "b", "a"}; Arrays.sort(x); String s = Arrays.toString(x) + Arrays.hashCode(x); Arrays.sort(x, Comparator.comparing(String::length)); return s + Arrays.toString(x) + Arrays.equals(x, new Object[] {a, b, "b", "a"}); }
      case 69: { int[] x = new int[3]; Arrays.fill(x, i, j, 4); return Arrays.toString(x); }
      case 70: return Arrays.deepEquals(new Object[] {new int[] {i}, null, a}, new Object[] {new int[] {j}, null, a}) + "" + Arrays.deepEquals(new int[][] {{1}}, new int[][] {{1}});
      case 71: { Iterator<Object> all = list.iterator(); list.add(e); String s = "" + all.hasNext(); return s + all.next(); }
      case 72: { Iterator<Object> all = list.iterator(); String s = ""; while (all.hasNext() && s.length() < 9) { all.next(); s += "x"; if (list.size() > 1) list.remove(0); } return s; }
      case 73: return list.hashCode() + "" + list.equals(null) + list.equals(a) + list.toString();
      case 74: { int n = i & 31; int[] x = new int[n]; long[] y = new long[n]; char[] z = new char[n]; byte[] u = new byte[n]; short[] w = new short[n]; for (int k = 0; k < n; k++) { x[k] = j * (k * k + i); y[k] = (long) i * x[k]; z[k] = (char) x[k]; u[k] = (byte) x[k]; w[k] = (short) x[k]; } Arrays.sort(x); Arrays.sort(y); Arrays.sort(z, n / 4, n); Arrays.sort(u); Arrays.sort(w); return Arrays.toString(x) + Arrays.toString(y) + Arrays.hashCode(z) + Arrays.hashCode(u) + Arrays.hashCode(w); }
      case 75: { List<Integer> x = new ArrayList<>(); for (int k = 0; k < (i & 31); k++) x.add(j * (k * k + i) % 300); List<Integer> y = new ArrayList<>(x); Collections.sort(x); StringBuilder s = new StringBuilder(x.toString()); for (int k = 0; k < x.size(); k += 3) for (int m = 0; m < y.size(); m++) if (x.get(k) == y.get(m)) s.append(m); return s.toString(); }
      case 76: { Object[] x = {i, j, a, 3L, null}; String s = ""; try { Arrays.sort(x, 0, 1 + (i & 3), null); } catch (ClassCastException | NullPointerException ex) { s += ex.getClass().getName(); } return s; }
      case 77: { Integer[] x = {i, j, 5, 5, new Integer(5)}; String s = ""; for (Integer p : x) for (Integer q : x) s += p == q; Object[] y = {i, (long) i, (char) i, (short) i, (byte) i, Integer.valueOf(i), Long.valueOf(i), Character.valueOf((char) i), Short.valueOf((short) i), Byte.valueOf((byte) i), new Character((char) i), new Long(i)}; for (Object p : y) for (Object q : y) s += p == q; return s; }
      case 78: { Optional<Object> x = list.isEmpty() ? Optional.empty() : Optional.ofNullable(list.get(0)); return x.stream().count() + x.stream().map(y -> y + "!").findFirst().orElse("none"); }
      default: return "";
    }
  }
}
