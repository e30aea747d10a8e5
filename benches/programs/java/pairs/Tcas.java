// examples/java-ranger/tcas.oox Main.steps 10
import static multise.Nondet.*;

class Tcas {
  static final int OLEV = 600;
  static final int MAX_ALT_DIFF = 300;
  static final int MIN_SEP = 600;
  static final int NO_ZONE_CROSS = 100;
  static final int TCAS_TA = 1;
  static final int NO_INTENT = 0;
  static final int UNRESOLVED = 0;
  static final int UPWARD_RA = 1;
  static final int DOWNWARD_RA = 2;

  static int verticalSeparation;
  static boolean highConfidence;
  static boolean twoReportsValid;
  static int ownAltitude;
  static int ownAltitudeRate;
  static int otherAltitude;
  static int altitudeLayer;
  static long upSeparation;
  static int downSeparation;
  static int otherAdvisory;
  static int otherCapability;
  static int climbInhibit;
  static int[] thresholds;

  static int threshold() {
    if (altitudeLayer == 0) return thresholds[0];
    if (altitudeLayer == 1) return thresholds[1];
    if (altitudeLayer == 2) return thresholds[2];
    return thresholds[3];
  }

  static long inhibitBiasedClimb() {
    if (climbInhibit > 0) return upSeparation + NO_ZONE_CROSS;
    return upSeparation;
  }

  static boolean ownBelow() {
    return ownAltitude < otherAltitude;
  }

  static boolean ownAbove() {
    return otherAltitude < ownAltitude;
  }

  static boolean upwardPreferred() {
    return inhibitBiasedClimb() > downSeparation;
  }

  static boolean nonCrossingClimb() {
    if (upwardPreferred()) return downSeparation < threshold();
    if (verticalSeparation < MIN_SEP) return false;
    if (upSeparation < threshold()) return false;
    return ownAbove();
  }

  static boolean nonCrossingDescend() {
    if (upwardPreferred()) {
      int threshold = threshold();
      boolean below = ownBelow();
      if (verticalSeparation < MIN_SEP) return false;
      if (downSeparation < threshold) return false;
      return below;
    }
    int threshold = threshold();
    boolean above = ownAbove();
    if (upSeparation < threshold) return false;
    return above;
  }

  static int assign() {
    boolean needUp = nonCrossingClimb() && ownBelow();
    boolean needDown = nonCrossingDescend() && ownAbove();
    if (needUp) {
      if (needDown) return UNRESOLVED;
      return UPWARD_RA;
    }
    if (needDown) return DOWNWARD_RA;
    return UNRESOLVED;
  }

  static int advise() {
    boolean enabled = highConfidence && ownAltitudeRate <= OLEV && verticalSeparation > MAX_ALT_DIFF;
    if (!enabled) return UNRESOLVED;
    if (otherCapability != TCAS_TA) return assign();
    if (twoReportsValid && otherAdvisory == NO_INTENT) return assign();
    return UNRESOLVED;
  }

  static void step() {
    thresholds = new int[] {400, 500, 640, 740};
    verticalSeparation = 601;
    highConfidence = anyInt() != 0;
    twoReportsValid = anyInt() != 0;
    ownAltitude = anyInt();
    ownAltitudeRate = anyInt();
    otherAltitude = anyInt();
    altitudeLayer = anyInt();
    upSeparation = anyInt();
    downSeparation = anyInt();
    otherAdvisory = anyInt();
    otherCapability = anyInt();
    climbInhibit = anyInt();
    int advice = advise();
    int layer = altitudeLayer;
    long up = upSeparation;
    int down = downSeparation;
    boolean enoughUp = layer == 0 && up >= 400 || layer == 1 && up >= 500 || layer == 2 && up >= 640
        || (layer < 0 || layer > 2) && up >= 740;
    boolean enoughDown = layer == 0 && down >= 400 || layer == 1 && down >= 500 || layer == 2 && down >= 640
        || (layer < 0 || layer > 2) && down >= 740;
    assert !(enoughUp && !enoughDown) || advice != DOWNWARD_RA;
    assert !(!enoughUp && !enoughDown) || advice != DOWNWARD_RA;
    assert !(!enoughUp && enoughDown) || advice != UPWARD_RA;
  }

  public static void main(String[] args) {
    for (int i = 0; i < Size.N; i++) step();
  }
}
