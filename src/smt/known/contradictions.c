#include "smt/known/contradictions.h"

/* No function is used where the standard leaves its result open. */
const Contradiction contradiction_list[] = {
    /* Intervals of integers and reals; differences come first, for difference logic */
    {{"(<= (- i j) 4)", "(<= (- j i) (- 5))"}, "the sum of both sides is 0 <= -1"},
    {{"(< (- i j) 1)", "(> (- i j) 0)"}, "no integer is between 0 and 1"},
    {{"(<= (- u v) 4.0)", "(<= (- v u) (- 5.0))"}, "the sum of both sides is 0 <= -1"},
    {{"(= (- i j) 3)", "(= (- j i) 3)"}, "the sum of both sides is 0 = 6"},
    {{"(< i j)", "(< j (+ i 1))"}, "no integer is between i and i + 1"},
    {{"(= (+ i i) (+ j j 1))"}, "an even number is not odd"},
    {{"(= (+ (* 2 i) (* 4 j)) 3)"}, "the left side is even"},
    {{"(< (abs i) 0)"}, "absolute values are not negative"},
    {{"(>= (mod i 3) 3)"}, "a remainder of division by 3 is below 3"},
    {{"(< (mod i 7) 0)"}, "remainders are not negative"},
    {{"(not (= (+ (* 5 (div i 5)) (mod i 5)) i))"}, "division with remainder"},
    {{"(< u v)", "(< (* 2.0 v) (* 2.0 u))"}, "multiplication by 2 keeps the order"},
    {{"(= (* 2.0 u) (+ v 1.0))", "(= (* 4.0 u) (+ (* 2.0 v) 3.0))"},
     "twice the first is 4u = 2v + 2"},
    {{"(< (+ u v) w)", "(> u w)", "(>= v 0.0)"}, "u <= u + v < w < u"},
    {{"(< (* i i) 0)"}, "squares are not negative"},
    {{"(= (* i i) (+ (* 4 j) 2))"}, "squares are 0 or 1 modulo 4"},
    {{"(< (* u u) 0.0)"}, "squares are not negative"},
    {{"(> (* 2.0 (* u v)) (+ (* u u) (* v v)))"}, "the square of u - v is not negative"},

    /* Bits */
    {{"(bvult x (zero x))"}, "nothing is below 0"},
    {{"(bvult x y)", "(bvult y (bvadd x (one x)))"},
     "nothing is between x and x + 1; if that wraps around it is 0"},
    {{"(bvugt (bvand x y) x)"}, "bits are only taken away"},
    {{"(bvult (bvor x y) x)"}, "bits are only added"},
    {{"(= x (bvnot x))"}, "every bit differs"},
    {{"(bvugt (bvlshr x y) x)"}, "a shift to the right divides"},
    {{"(not (= (bvand (bvmul x (bvadd x (one x))) (one x)) (zero x)))"},
     "one of two neighbours is even"},
    {{"(not (= (bvsub (bvor x y) (bvand x y)) (bvxor x y)))"},
     "x & y has only bits of x | y, and what is left are those of x ^ y"},
    {{"(bvugt (bvurem x y) x)"}, "a remainder is at most x; for y = 0 it is x"},
    {{"(not (= y (zero y)))", "(bvuge (bvurem x y) y)"},
     "a remainder is below a divisor that is not 0"},
    {{"(not (= (bvand x y) (zero x)))", "(= (bvand x (bvnot z)) (zero x))",
      "(= (bvand z y) (zero x))"},
     "all bits of x are in z, which has none in common with y"},

    /* Floating point: comparisons are false for NaN, and both zeros are equal */
    {{"(fp.isNaN f)", "(fp.leq f g)"}, "NaN is not comparable"},
    {{"(fp.lt f f)"}, "the order is irreflexive"},
    {{"(fp.isPositive f)", "(fp.isNegative f)"}, "there is one sign, and NaN has none"},
    {{"(fp.isInfinite f)", "(fp.isSubnormal f)"}, "a number has one class"},
    {{"(fp.isNegative (fp.abs f))"}, "absolute values have the sign +, and NaN has none"},
    {{"(fp.lt (fp.abs f) (fp.neg (fp.abs g)))"}, "|f| < -|g| is between numbers >= 0 and <= 0"},
    {{"(fp.isNegative (fp.mul m f f))"}, "equal signs give +, NaN has none"},
    {{"(fp.lt (fp.sqrt m f) (fp.neg (fp.abs g)))"}, "square roots are >= 0 or NaN"},
    {{"(not (= (fp.add m f g) (fp.add m g f)))"},
     "addition is commutative, with its zeros and NaN"},
    {{"(fp.lt f g)", "(fp.eq g f)"}, "the order is a strict one of what is equal"},

    /* Strings */
    {{"(str.prefixof s t)", "(< (str.len t) (str.len s))"}, "a prefix is not longer"},
    {{"(= (str.++ s t) t)", "(not (= s \"\"))"}, "the left side is longer than t"},
    {{"(= (str.len s) 3)", "(= (str.len (str.++ s t)) 2)"}, "a prefix is not longer"},
    {{"(str.contains s t)", "(not (str.contains (str.++ s r) t))"}, "s is in the longer string"},
    {{"(str.prefixof s t)", "(not (str.contains t s))"}, "a prefix is a substring"},
    {{"(str.suffixof s t)", "(not (str.contains t s))"}, "a suffix is a substring"},
    {{"(not (str.prefixof s (str.++ s t)))"}, "definition of str.++"},
    {{"(< (str.indexof s t i) (- 1))"}, "indices are at least -1"},
    {{"(= (str.to_int s) (- 2))"}, "str.to_int is at least -1"},
    {{"(= (str.to_code s) 196608)"}, "the alphabet ends at 196607"},
    {{"(str.in_re s (re.* (str.to_re \"ab\")))", "(= (str.len s) 3)"},
     "the words have even length"},
    {{"(str.in_re s (re.+ (str.to_re \"a\")))", "(= s \"\")"}, "the words are not empty"},
    {{"(not (= (str.replace s t t) s))"}, "replacing t by itself changes nothing"},
    {{"(str.< s t)", "(str.<= t s)"}, "the order is total"},
    {{"(= s (str.++ t \"a\"))", "(= s (str.++ r \"b\"))"}, "s has one last character"},

    /* Arrays */
    {{"(not (= (select (store a c e) c) e))"}, "read over write"},
    {{"(not (= c d))", "(not (= (select (store a c e) d) (select a d)))"}, "read over write"},
    {{"(= (store a c e) b)", "(not (= (select b c) e))"}, "read over write"},
    {{"(not (= (store a c (select a c)) a))"}, "what is written is there; arrays are extensional"},
    {{"(= a b)", "(not (= (select a c) (select b c)))"}, "congruence"},
    {{"(= c d)", "(not (= (select (store a c e) d) e))"}, "read over write"},

    /* Sequences */
    {{"(= (seq.len l) 3)", "(= (seq.len (seq.++ l o)) 2)"}, "a prefix is not longer"},
    {{"(seq.prefixof l o)", "(not (seq.contains o l))"}, "a prefix is a part"},
};

const size_t contradiction_count = sizeof contradiction_list / sizeof *contradiction_list;
