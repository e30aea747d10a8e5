package java.lang;

/** Units that are added one after the other. */
final class Units {
  /** What is behind the last one means nothing. */
  char[] units;
  int count;

  Units() { units = new char[64]; }

  private void grow(int needed) {
    if (Texts.fitting(needed) <= units.length) return;
    int length = units.length;
    while (length < needed) length = length > Integer.MAX_VALUE / 2 ? Integer.MAX_VALUE : length * 2;
    char[] more = new char[length];
    for (int i = 0; i < count; i++) more[i] = units[i];
    units = more;
  }

  void add(char unit) {
    grow(count + 1);
    units[count] = unit;
    count++;
  }

  void add(char[] more) { add(more, 0, more.length); }

  void addPart(char[] more, int start, int end) {
    if (start < 0 || start > end || end > more.length) {
      throw new IndexOutOfBoundsException("start " + start + ", end " + end + ", length " + more.length);
    }
    add(more, start, end);
  }

  void add(char[] more, int start, int end) {
    int added = end - start;
    grow(count + added);
    for (int i = 0; i < added; i++) units[count + i] = more[start + i];
    count += added;
  }

  /** Puts units before the one at a place. */
  void insert(int at, char[] more) {
    if (at < 0 || at > count) throw new StringIndexOutOfBoundsException("offset " + at + ", length " + count);
    int added = more.length;
    grow(count + added);
    for (int i = count - 1; i >= at; i--) units[i + added] = units[i];
    for (int i = 0; i < added; i++) units[at + i] = more[i];
    count += added;
  }

  void delete(int start, int end) {
    int last = end > count ? count : end;
    checkRange(start, last);
    remove(start, last);
  }

  private void remove(int start, int end) {
    int removed = end - start;
    for (int i = end; i < count; i++) units[i - removed] = units[i];
    count -= removed;
  }

  void deleteAt(int at) {
    check(at);
    remove(at, at + 1);
  }

  void replace(int start, int end, char[] with) {
    int last = end > count ? count : end;
    checkRange(start, last);
    remove(start, last);
    insert(start, with);
  }

  char at(int at) {
    check(at);
    return units[at];
  }

  void set(int at, char unit) {
    check(at);
    units[at] = unit;
  }

  void setLength(int length) {
    if (length < 0) throw new StringIndexOutOfBoundsException(length);
    grow(length);
    for (int i = count; i < length; i++) units[i] = 0;
    count = length;
  }

  void reverse() {
    boolean hasPairs = false;
    for (int i = 0, j = count - 1; i < j; i++, j--) {
      char first = units[i];
      char last = units[j];
      units[i] = last;
      units[j] = first;
      if (first >= 0xd800 && first <= 0xdfff || last >= 0xd800 && last <= 0xdfff) hasPairs = true;
    }
    if (!hasPairs) return;
    // The two halves of one character stay in their order.
    for (int i = 0; i < count - 1; i++) {
      char low = units[i];
      char high = units[i + 1];
      if (low >= 0xdc00 && low <= 0xdfff && high >= 0xd800 && high <= 0xdbff) {
        units[i] = high;
        units[i + 1] = low;
        i++;
      }
    }
  }

  private void check(int at) {
    if (at < 0 || at >= count) throw new StringIndexOutOfBoundsException("index " + at + ", length " + count);
  }

  private void checkRange(int start, int end) {
    if (start < 0 || start > end || end > count) {
      throw new StringIndexOutOfBoundsException("start " + start + ", end " + end + ", length " + count);
    }
  }

  String part(int start, int end) {
    checkRange(start, end);
    return new String(Texts.part(units, start, end), true);
  }

  String text() { return count == 0 ? "" : copy(); }

  String copy() { return new String(Texts.part(units, 0, count), true); }
}
