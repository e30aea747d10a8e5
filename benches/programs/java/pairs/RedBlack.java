// examples/multise/red_black.oox Main.n 6
import static multise.Nondet.*;

class RedBlack {
  static class Node {
    int key;
    int value;
    boolean red;
    Node left;
    Node right;
    Node parent;

    Node(int key, int value) {
      this.key = key;
      this.value = value;
    }
  }

  final Node nil = new Node(0, 0);
  Node root = nil;
  int size;

  static int compare(int a, int b) {
    if (a < b) return -1;
    if (a > b) return 1;
    return 0;
  }

  Node find(int key) {
    Node node = root;
    while (node != nil) {
      if (compare(key, node.key) == 0) return node;
      if (compare(key, node.key) < 0) node = node.left;
      else node = node.right;
    }
    return node;
  }

  void put(int key, int value) {
    Node found = find(key);
    if (found != nil) {
      found.value = value;
      return;
    }
    Node node = new Node(key, value);
    node.left = nil;
    node.right = nil;
    Node above = nil;
    Node below = root;
    while (below != nil) {
      above = below;
      if (compare(key, below.key) < 0) below = below.left;
      else below = below.right;
    }
    node.parent = above;
    if (above == nil) root = node;
    else if (compare(key, above.key) < 0) above.left = node;
    else above.right = node;
    node.red = true;
    rebalance(node);
    size++;
  }

  void replace(Node low, Node high) {
    high.parent = low.parent;
    if (low.parent == nil) root = high;
    else if (low == low.parent.left) low.parent.left = high;
    else low.parent.right = high;
  }

  void rotateLeft(Node node) {
    Node child = node.right;
    node.right = child.left;
    if (child.left != nil) child.left.parent = node;
    replace(node, child);
    child.left = node;
    node.parent = child;
  }

  void rotateRight(Node node) {
    Node child = node.left;
    node.left = child.right;
    if (child.right != nil) child.right.parent = node;
    replace(node, child);
    child.right = node;
    node.parent = child;
  }

  void rebalance(Node node) {
    while (node.parent.red) {
      Node parent = node.parent;
      Node grandparent = parent.parent;
      boolean isLeft = parent == grandparent.left;
      Node uncle = isLeft ? grandparent.right : grandparent.left;
      if (uncle.red) {
        parent.red = false;
        uncle.red = false;
        grandparent.red = true;
        node = grandparent;
      } else if (isLeft) {
        if (node == parent.right) {
          node = parent;
          rotateLeft(node);
        }
        node.parent.red = false;
        grandparent.red = true;
        rotateRight(grandparent);
      } else {
        if (node == parent.left) {
          node = parent;
          rotateRight(node);
        }
        node.parent.red = false;
        grandparent.red = true;
        rotateLeft(grandparent);
      }
    }
    root.red = false;
  }

  int check(Node node, Node lower, Node upper) {
    if (node == nil) return 0;
    if (lower != nil) assert lower.key < node.key;
    if (upper != nil) assert node.key < upper.key;
    if (node.red) {
      assert !node.left.red;
      assert !node.right.red;
    }
    int left = check(node.left, lower, node);
    int right = check(node.right, node, upper);
    assert left == right;
    if (node.red) return left;
    return left + 1;
  }

  int count(Node node) {
    if (node == nil) return 0;
    return count(node.left) + 1 + count(node.right);
  }

  public static void main(String[] args) {
    int[] keys = new int[Size.N];
    for (int i = 0; i < Size.N; i++) keys[i] = anyInt();
    RedBlack map = new RedBlack();
    for (int i = 0; i < Size.N; i++) {
      map.put(keys[i], i);
      Node last = map.find(keys[i]);
      assert last != map.nil;
      assert last.value == i;
    }
    assert !map.root.red;
    map.check(map.root, map.nil, map.nil);
    int count = map.count(map.root);
    assert count == map.size;
    assert count <= Size.N;
  }
}
