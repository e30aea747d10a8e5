// expect: invalid assert line 49
// witness: 1 10 100
//
// Shortest ways in a graph, with a bug: the queue has the longest way first, and nodes are visited once; see Dijkstra.java.
// Symbolic: the lengths of three edges.
// Asserted: the distance of the last node.
import static multise.Nondet.*;

import java.util.PriorityQueue;

public class DijkstraBug {
  static final int FAR = 1000;

  record Visit(int node, int distance) implements Comparable<Visit> {
    public int compareTo(Visit other) {
      return Integer.compare(other.distance, distance);
    }
  }

  static int[] distances(int[][] lengths) {
    int[] distances = {0, FAR, FAR, FAR};
    boolean[] visited = new boolean[4];
    PriorityQueue<Visit> queue = new PriorityQueue<>();
    queue.add(new Visit(0, 0));
    while (!queue.isEmpty()) {
      Visit visit = queue.poll();
      if (visited[visit.node()]) continue;
      visited[visit.node()] = true;
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
    assert distances[3] == Math.min(a + c, Math.min(b, a + 5) + 9);
  }
}
