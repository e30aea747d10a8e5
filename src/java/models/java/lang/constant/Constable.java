package java.lang.constant;

public interface Constable {}
