// A list.
import java.util.ArrayList;
import java.util.List;

class UsesArrayList {
  public static void main(String[] args) {
    List<Integer> list = new ArrayList<>();
    list.add(1);
    assert list.get(0) == 1 && list.size() == 1;
  }
}
