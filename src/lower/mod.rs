//! From the checked program to the IR, and the facts about its graphs.
