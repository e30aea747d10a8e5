// expect: valid
//
// Shortest ways in a graph of four nodes, by Dijkstra's algorithm with a PriorityQueue of the JDK.
// Symbolic: the lengths of three edges.
// Asserted: no edge leads to a node in a shorter way, and the distance of the third node.
import static multise.Nondet.*;

import java.util.PriorityQueue;

public class Dijkstra {
  static final int FAR = 1000;

  record Visit(int node, int distance) implements Comparable<Visit> {
    public int compareTo(Visit other) {
      return Integer.compare(distance, other.distance);
    }
  }

  static int[] distances(int[][] lengths) {
    int[] distances = {0, FAR, FAR, FAR};
    PriorityQueue<Visit> queue = new PriorityQueue<>();
    queue.add(new Visit(0, 0));
    while (!queue.isEmpty()) {
      Visit visit = queue.poll();
      if (visit.distance() > distances[visit.node()]) continue;
      for (int next = 0; next < distances.length; next++) {
        int distance = visit.distance() + lengths[visit.node()][next];
        if (distance < distances[next]) {
          distances[next] = distance;
          queue.add(new Visit(next, distance));
        }
      }
    }
    return distances;
  }

  public static void main(String[] args) {
    int a = anyByte();
    int b = anyByte();
    int c = anyByte();
    assume(a > 0 && b > 0 && c > 0);
    int[][] lengths = {
      {FAR, a, b, FAR}, {FAR, FAR, 5, c}, {FAR, FAR, FAR, 9}, {FAR, FAR, FAR, FAR}
    };
    int[] distances = distances(lengths);
    for (int from = 0; from < 4; from++) {
      for (int to = 0; to < 4; to++) {
        assert distances[to] <= distances[from] + lengths[from][to];
      }
    }
    assert distances[2] == Math.min(b, a + 5);
  }
}
