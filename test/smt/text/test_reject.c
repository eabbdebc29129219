/* Wrong input: where the error is said to be, and what is said of it. */
#include "testing.h"

#include <string.h>

#include "base/strbuf.h"
#include "smt/text/parser.h"
#include "smt/text/theory.h"

typedef struct {
  const char *text;
  size_t length;
  uint32_t line, column;
  const char *part; /* of the message */
} Case;

/* The text may hold NUL bytes. */
#define REJECT(text, line, column, part)                                                           \
  {                                                                                                \
    text, sizeof(text) - 1, line, column, part                                                     \
  }

#define INTS     "(declare-const x Int)(declare-const y Int)"
#define BITS     "(declare-const a (_ BitVec 8))(declare-const b (_ BitVec 4))"
#define FLOATS   "(declare-const f Float32)(declare-const g Float64)(declare-const m RoundingMode)"
#define STRINGS  "(declare-const s String)"
#define ARRAY    "(declare-const a (Array Int Bool))"
#define FUNCTION "(declare-fun f (Int) Int)"
#define COLOUR   "(declare-datatype Colour ((red) (green)))(declare-const c Colour)"
#define LIST     "(declare-datatypes ((List 1)) ((par (T) ((nil) (cons (head T) (tail (List T)))))))"
#define LIST_L   LIST "(declare-const l (List Int))"

static const Case tokens[] = {
    REJECT("(assert (= #b2 #b1))", 1, 12, "bad binary literal"),
    REJECT("(assert (= #xG #x1))", 1, 12, "bad hexadecimal literal"),
    REJECT("(assert (= #b #b1))", 1, 12, "bad binary literal"),
    REJECT("(assert (= #x #x1))", 1, 12, "bad hexadecimal literal"),
    REJECT("(assert (= 00 0))", 1, 12, "a number cannot begin with a superfluous 0"),
    REJECT("(assert (= 01.5 0.0))", 1, 12, "a number cannot begin with a superfluous 0"),
    REJECT("(assert (= 1x 0))", 1, 12, "a symbol cannot begin with a digit"),
    REJECT("(assert (= \"abc 1))", 1, 12, "unclosed string"),
    REJECT("(echo \"abc\n", 1, 7, "unclosed string"),
    REJECT("(declare-const |abc Int)", 1, 16, "unclosed quoted symbol"),
    REJECT("(assert #c1)", 1, 9, "expected #x or #b and digits after '#'"),
    REJECT("(assert (= #f3 #f3))", 1, 12, "a finite field literal looks like #f3m17"),
    REJECT("(assert true\000)", 1, 13, "NUL byte"),
    REJECT("(declare-const |a\000b| Int)", 1, 18, "NUL byte"),
    REJECT("(echo \"a\000\")", 1, 9, "NUL byte"),
    REJECT("(echo \"\377\")", 1, 8, "invalid UTF-8"),
    REJECT("(declare-const |\303| Int)", 1, 17, "invalid UTF-8"),
    REJECT("(declare-const \303\251 Int)", 1, 16, "unexpected byte 0xc3"),
    REJECT("(assert 'p)", 1, 9, "unexpected character '''"),
    REJECT("(assert {p})", 1, 9, "unexpected character '{'"),
    REJECT("(assert (! true : x))", 1, 17, "a keyword needs a name after ':'"),
    REJECT("(echo \"\355\240\200\")", 1, 8, "invalid UTF-8"),
    REJECT("\000", 1, 1, "NUL byte"),
    REJECT("(assert \001true)", 1, 9, "unexpected byte 0x01"),
    REJECT("(echo \"\300\200\")", 1, 8, "invalid UTF-8"),
};

static const Case commands[] = {
    REJECT("(assert true", 1, 1, "unclosed parenthesis"),
    REJECT("(assert (and true false)", 1, 1, "unclosed parenthesis"),
    REJECT("(check-sat))", 1, 12, "expected a command, found ')'"),
    REJECT(")", 1, 1, "expected a command, found ')'"),
    REJECT("(assert true) x", 1, 15, "expected a command, found 'x'"),
    REJECT("check-sat", 1, 1, "expected a command, found 'check-sat'"),
    REJECT("()", 1, 2, "expected a command, found ')'"),
    REJECT("(())", 1, 2, "expected a command, found '('"),
    REJECT("(\"assert\" true)", 1, 2, "expected a command, found 'assert'"),
    REJECT("(asert true)", 1, 2, "unknown command 'asert'; did you mean 'assert'?"),
    REJECT("(declare-funs f () Int)", 1, 2,
           "unknown command 'declare-funs'; did you mean 'declare-fun'?"),
    REJECT("(|foo bar|)", 1, 2, "unknown command '|foo bar|'"),
    REJECT("(check-sat-now)", 1, 2, "unknown command 'check-sat-now'; did you mean 'check-sat'?"),
    REJECT("(assert)", 1, 8, "expected a term, found ')'"),
    REJECT("(assert true true)", 1, 14, "expected ')', found 'true'"),
    REJECT("(assert ())", 1, 10, "expected a function, found ')'"),
    REJECT("(assert (and))", 1, 9, "needs arguments"),
    REJECT("(check-sat-assuming true)", 1, 21, "expected a list of terms, found 'true'"),
    REJECT("(get-value x)", 1, 12, "expected a list of terms, found 'x'"),
    REJECT("(exit 1)", 1, 7, "expected ')', found '1'"),
    REJECT("(get-model now)", 1, 12, "expected ')', found 'now'"),
    REJECT("(set-logic)", 1, 11, "expected the name of a logic, found ')'"),
    REJECT("(set-logic 3)", 1, 12, "expected the name of a logic, found '3'"),
    REJECT("(set-logic QF_BV QF_LIA)", 1, 18, "expected ')', found 'QF_LIA'"),
    REJECT("(set-option produce-models true)", 1, 13, "expected a keyword, found 'produce-models'"),
    REJECT("(set-info 1)", 1, 11, "expected a keyword, found '1'"),
    REJECT("(get-info name)", 1, 11, "expected a keyword, found 'name'"),
    REJECT("(get-option)", 1, 12, "expected a keyword, found ')'"),
    REJECT("(echo hello)", 1, 7, "expected a string, found 'hello'"),
    REJECT("(echo)", 1, 6, "expected a string, found ')'"),
    REJECT("(push a)", 1, 7, "expected a numeral or ')', found 'a'"),
    REJECT("(push 1.5)", 1, 7, "expected a numeral or ')', found '1.5'"),
    REJECT("(push 99999999999)", 1, 7, "numeral is larger than 2147483647 here"),
    REJECT("(declare-const x)", 1, 17, "expected a sort, found ')'"),
    REJECT("(declare-fun f Int Int)", 1, 16, "expected the sorts of the arguments, found 'Int'"),
    REJECT("(declare-fun f (Int))", 1, 21, "expected a sort, found ')'"),
    REJECT("(define-fun f () Int)", 1, 21, "expected a term, found ')'"),
    REJECT("(define-fun f ((x)) Int 1)", 1, 18, "expected a sort, found ')'"),
    REJECT("(define-fun f (x Int) Int 1)", 1, 16, "expected (name SORT) or ')', found 'x'"),
    REJECT("(declare-sort)", 1, 14, "expected a name, found ')'"),
    REJECT("(declare-sort S -1)", 1, 17, "expected the arity of the sort or ')', found '-1'"),
    REJECT("(declare-sort S 0 0)", 1, 19, "expected the arity of the sort or ')', found '0'"),
    REJECT("(define-sort S Int)", 1, 16, "expected the sort parameters, found 'Int'"),
    REJECT("(define-sort S () )", 1, 19, "expected a sort, found ')'"),
    REJECT("(declare-const x Int Int)", 1, 22, "expected ')', found 'Int'"),
    REJECT("(declare-const 5 Int)", 1, 16, "expected a name, found '5'"),
    REJECT("(declare-const :x Int)", 1, 16, "expected a name, found ':x'"),
    REJECT("(minimize)", 1, 10, "expected a term, found ')'"),
    REJECT("(define-funs-rec () ())", 1, 19, "expected a function declaration, found ')'"),
    REJECT("(define-funs-rec ((f ((x Int)) Int)) ())", 1, 39, "expected a term, found ')'"),
    REJECT("(define-funs-rec ((f ((x Int)) Int)) (x x))", 1, 41,
           "expected ')' after the bodies, found 'x'"),
};

static const Case names[] = {
    REJECT("(assert p)", 1, 9, "unknown symbol 'p'"),
    REJECT("(declare-const counter Int)\n"
           "(assert (= countr 1))",
           2, 12, "unknown symbol 'countr'; did you mean 'counter'?"),
    REJECT("(assert (bvad #x1 #x2))", 1, 10, "unknown symbol 'bvad'; did you mean 'bvand'?"),
    REJECT("(assert ((_ extrct 1 0) #xf))", 1, 10,
           "unknown symbol 'extrct'; did you mean 'extract'?"),
    REJECT("(declare-const x Floet32)", 1, 18, "unknown sort 'Floet32'; did you mean 'Float32'?"),
    REJECT("(declare-sort Colour 0)(declare-const x Coluor)", 1, 41,
           "unknown sort 'Coluor'; did you mean 'Colour'?"),
    REJECT("(assert (and true\n  (_ fmf.card T 2)))", 2, 15, "unknown sort 'T'"),
    REJECT("(declare-sort P 1)(assert (_ fmf.card P 2))", 1, 39, "takes 1 argument"),
    REJECT("(assert (_ fmf.card (Array Int Int) 2))", 1, 21, "expected the name of a sort"),
    REJECT("(declare-const x (Arrai Int Int))", 1, 19, "unknown sort 'Arrai'"),
    REJECT("(declare-const x (_ BitVecs 8))", 1, 21, "unknown sort 'BitVecs'"),
    REJECT("(define-sort S (X) (Array X Y))", 1, 29, "unknown sort 'Y'"),
    REJECT("(declare-const x Int)\n"
           "(declare-const x Int)",
           2, 16, "'x' is already declared"),
    REJECT("(declare-const x Int)\n"
           "(declare-const x Bool)",
           2, 16, "'x' is already declared"),
    REJECT(FUNCTION "\n"
                    "(declare-fun f (Int) Bool)",
           2, 14, "'f' is already declared"),
    REJECT("(declare-fun and (Bool Bool) Bool)", 1, 14, "'and' is a symbol of the core theory"),
    REJECT("(declare-const true Bool)", 1, 16, "'true' is a symbol of the core theory"),
    REJECT("(declare-sort S 0)\n"
           "(declare-sort S 0)",
           2, 15, "the sort 'S' is already declared"),
    REJECT("(declare-sort Bool 0)", 1, 15, "the sort 'Bool' is already declared"),
    REJECT("(declare-sort S 0)\n"
           "(define-sort S () Int)",
           2, 14, "the sort 'S' is already declared"),
    REJECT("(declare-const let Int)", 1, 16,
           "expected a name that is not a reserved word, found 'let'"),
    REJECT("(declare-fun forall (Int) Int)", 1, 14,
           "expected a name that is not a reserved word, found 'forall'"),
    REJECT("(declare-const _ Int)", 1, 16,
           "expected a name that is not a reserved word, found '_'"),
    REJECT("(declare-const ! Int)", 1, 16,
           "expected a name that is not a reserved word, found '!'"),
    REJECT("(declare-const as Int)", 1, 16,
           "expected a name that is not a reserved word, found 'as'"),
    REJECT("(declare-const par Int)", 1, 16,
           "expected a name that is not a reserved word, found 'par'"),
    REJECT("(declare-const BINARY Int)", 1, 16,
           "expected a name that is not a reserved word, found 'BINARY'"),
    REJECT("(assert let)", 1, 9, "expected a term, found 'let'"),
    REJECT("(assert (let))", 1, 13, "expected the bindings of let, found ')'"),
    REJECT("(declare-sort exists 0)", 1, 15,
           "expected a name that is not a reserved word, found 'exists'"),
    REJECT("(push 1)(declare-const x Int)(pop 1)\n"
           "(assert (= x 0))",
           2, 12, "unknown symbol 'x'"),
    REJECT("(pop 1)", 1, 1, "but 0 pushed"),
    REJECT("(push 2)\n"
           "(pop 3)",
           2, 1, "but 2 pushed"),
    REJECT("(push 1)(declare-sort S 0)(pop)\n"
           "(declare-const x S)",
           2, 18, "unknown sort 'S'"),
    REJECT("(declare-const x Bool)(reset-assertions)\n"
           "(assert x)",
           2, 9, "unknown symbol 'x'"),
    REJECT("(declare-const x Bool)(reset)\n"
           "(assert x)",
           2, 9, "unknown symbol 'x'"),
    REJECT("(assert (let ((x 1) (y x)) (= y 1)))", 1, 24, "unknown symbol 'x'"),
    REJECT("(assert (and (let ((x true)) x) x))", 1, 33, "unknown symbol 'x'"),
    REJECT("(assert (and (forall ((x Bool)) x) x))", 1, 36, "unknown symbol 'x'"),
    REJECT("(define-fun f ((n Int)) Int (f n))", 1, 30, "unknown symbol 'f'"),
    REJECT("(define-fun f ((n Int)) Int n)\n"
           "(assert (= n 1))",
           2, 12, "unknown symbol 'n'"),
    REJECT("(assert (forall ((x Bool)) (! x :named n)))", 1, 40,
           "a named term cannot have free variables"),
    REJECT("(assert (and (! true :named n) (! false :named n)))", 1, 48, "already declared"),
    REJECT("(declare-const n Bool)\n"
           "(assert (! true :named n))",
           2, 24, "already declared"),
    REJECT("(assert (let ((let 1)) true))", 1, 16,
           "expected a name that is not a reserved word, found 'let'"),
    REJECT("(define-fun f () Int 1)\n"
           "(define-fun f () Int 2)",
           2, 13, "'f' is already declared"),
};

static const Case sorts[] = {
    REJECT("(declare-const x (_ BitVec 0))", 1, 18, "index of sort 'BitVec' out of range"),
    REJECT("(declare-const x (_ BitVec))", 1, 18,
           "the sort 'BitVec' takes 1 index, but is given 0"),
    REJECT("(declare-const x (_ BitVec 8 8))", 1, 18,
           "the sort 'BitVec' takes 1 index, but is given 2"),
    REJECT("(declare-const x BitVec)", 1, 18,
           "the sort 'BitVec' needs an index, as in (_ BitVec 8)"),
    REJECT("(declare-const x (_ BitVec -1))", 1, 28, "expected a numeral, found '-1'"),
    REJECT("(declare-const x (_ BitVec n))", 1, 28, "expected a numeral, found 'n'"),
    REJECT("(declare-const x (_ BitVec 99999999999))", 1, 28,
           "numeral is larger than 2147483647 here"),
    REJECT("(declare-const x (_ FloatingPoint 0 24))", 1, 18,
           "index of sort 'FloatingPoint' out of range"),
    REJECT("(declare-const x (_ FloatingPoint 8 0))", 1, 18,
           "index of sort 'FloatingPoint' out of range"),
    REJECT("(declare-const x (_ FloatingPoint 1 24))", 1, 18,
           "index of sort 'FloatingPoint' out of range"),
    REJECT("(declare-const x (_ FloatingPoint 8))", 1, 18,
           "the sort 'FloatingPoint' takes 2 indices, but is given 1"),
    REJECT("(declare-const x (Array Int))", 1, 18,
           "the sort 'Array' takes 2 arguments, but is given 1"),
    REJECT("(declare-const x Array)", 1, 18, "the sort 'Array' takes 2 arguments, but is given 0"),
    REJECT("(declare-const x (Int Int))", 1, 18,
           "the sort 'Int' takes 0 arguments, but is given 1"),
    REJECT("(declare-const x (-> Int))", 1, 18, "the sort '->' takes 2 arguments, but is given 1"),
    REJECT("(declare-const x (Seq))", 1, 18, "the sort 'Seq' takes 1 argument, but is given 0"),
    REJECT("(declare-const x (_ FiniteField 1))", 1, 18,
           "index of sort 'FiniteField' out of range"),
    REJECT("(declare-sort P 2)\n"
           "(declare-const x (P Int))",
           2, 18, "the sort 'P' takes 2 arguments, but is given 1"),
    REJECT("(define-sort Q (X) (Array X X))\n"
           "(declare-const x Q)",
           2, 18, "the sort 'Q' takes 1 argument, but is given 0"),
    REJECT("(declare-const x ())", 1, 19, "expected the name of a sort, found ')'"),
    REJECT("(declare-const x 5)", 1, 18, "expected a sort, found '5'"),
    REJECT("(declare-const x (_ Int 3))", 1, 18, "the sort 'Int' takes 0 indices, but is given 1"),
    REJECT("(declare-const x (Set Int Int))", 1, 18,
           "the sort 'Set' takes 1 argument, but is given 2"),
};

static const Case applications[] = {
    REJECT("(assert (not true false))", 1, 9, "'not' takes 1 argument, but is given 2"),
    REJECT("(assert (not))", 1, 9, "needs arguments"),
    REJECT("(assert (=> true))", 1, 9, "'=>' takes 2 or more arguments, but is given 1"),
    REJECT("(assert (= 1))", 1, 9, "'=' takes 2 or more arguments, but is given 1"),
    REJECT("(assert (ite true false))", 1, 9, "'ite' takes 3 arguments, but is given 2"),
    REJECT("(assert (ite 1 true false))", 1, 14, "argument 1 of 'ite' has sort Int, expected Bool"),
    REJECT("(assert (ite true 1 false))", 1, 21, "argument 3 of 'ite' has sort Bool, expected Int"),
    REJECT(INTS "\n"
                "(assert (and x true))",
           2, 14, "argument 1 of 'and' has sort Int, expected Bool"),
    REJECT(INTS "\n"
                "(assert (= x true))",
           2, 14, "argument 2 of '=' has sort Bool, expected Int"),
    REJECT(INTS "\n"
                "(assert (= 0 (+ x true)))",
           2, 19, "argument 2 of '+' has sort Bool, expected Int"),
    REJECT(INTS "\n"
                "(assert (=> x))",
           2, 9, "'=>' takes 2 or more arguments, but is given 1"),
    REJECT(INTS "\n"
                "(assert (= (mod x y 2) 0))",
           2, 12, "'mod' takes 2 arguments, but is given 3"),
    REJECT(INTS "\n"
                "(assert (= (abs x y) 0))",
           2, 12, "'abs' takes 1 argument, but is given 2"),
    REJECT(INTS "\n"
                "(assert ((_ divisible 0) x))",
           2, 9, "'divisible' cannot be applied to Int with indices 0"),
    REJECT(INTS "\n"
                "(assert ((_ divisible 2 3) x))",
           2, 9, "'divisible' takes 1 index, but is given 2"),
    REJECT(INTS "\n"
                "(assert (divisible 2 x))",
           2, 9, "'divisible' takes 1 index, but is given 0"),
    REJECT(INTS "\n"
                "(assert (= (div x 1.5) 0))",
           2, 19, "argument 2 of 'div' has sort Real, expected Int"),
    REJECT(INTS "\n"
                "(assert (is_int true))",
           2, 17, "argument 1 of 'is_int' has sort Bool, expected Real"),
    REJECT(INTS "\n"
                "(assert x)",
           2, 9, "the formula has sort Int, expected Bool"),
    REJECT(INTS "\n"
                "(assert (+ x 1))",
           2, 9, "the formula has sort Int, expected Bool"),
    REJECT(INTS "\n"
                "(assert (x 1))",
           2, 9, "'x' takes 0 arguments, but is given 1"),
    REJECT(INTS "\n"
                "(assert (= (x) 1))",
           2, 12, "needs arguments"),
    REJECT(BITS "\n"
                "(assert (= (bvadd a b) a))",
           2, 21, "argument 2 of 'bvadd' has sort (_ BitVec 4), expected (_ BitVec 8)"),
    REJECT(BITS "\n"
                "(assert (= a b))",
           2, 14, "argument 2 of '=' has sort (_ BitVec 4), expected (_ BitVec 8)"),
    REJECT(BITS "\n"
                "(assert (bvult a #b1))",
           2, 18, "argument 2 of 'bvult' has sort (_ BitVec 1), expected (_ BitVec 8)"),
    REJECT(BITS "\n"
                "(assert (= (bvnot a a) a))",
           2, 12, "'bvnot' takes 1 argument, but is given 2"),
    REJECT(BITS "\n"
                "(assert (= (bvsub a a a) a))",
           2, 12, "'bvsub' takes 2 arguments, but is given 3"),
    REJECT(BITS "\n"
                "(assert (= ((_ extract 8 0) a) a))",
           2, 12, "'extract' cannot be applied to (_ BitVec 8) with indices 8 0"),
    REJECT(BITS "\n"
                "(assert (= ((_ extract 0 3) a) b))",
           2, 12, "'extract' cannot be applied to (_ BitVec 8) with indices 0 3"),
    REJECT(BITS "\n"
                "(assert (= ((_ extract 3) a) b))",
           2, 12, "'extract' takes 2 indices, but is given 1"),
    REJECT(BITS "\n"
                "(assert (= (extract 3 0 a) b))",
           2, 12, "'extract' takes 2 indices, but is given 0"),
    REJECT(BITS "\n"
                "(assert (= ((_ repeat 0) a) a))",
           2, 12, "'repeat' cannot be applied to (_ BitVec 8) with indices 0"),
    REJECT(BITS "\n"
                "(assert (= ((_ zero_extend 1) a) a))",
           2, 34, "argument 2 of '=' has sort (_ BitVec 8), expected (_ BitVec 9)"),
    REJECT(BITS "\n"
                "(assert (= (_ bv256 8) a))",
           2, 12, "the number does not fit in 8 bits"),
    REJECT("(declare-const w (_ BitVec 300000000))\n(assert (= w (_ bv1 300000000)))", 2, 14,
           "too many bits in literals: 300000000 more"),
    REJECT(BITS "\n"
                "(assert (= (_ bv1 0) a))",
           2, 12, "bad width of a bit-vector literal"),
    REJECT(BITS "\n"
                "(assert (= (bvadd a 1) a))",
           2, 21, "argument 2 of 'bvadd' has sort Int, expected (_ BitVec 8)"),
    REJECT(BITS "\n"
                "(assert (bvadd a a))",
           2, 9, "the formula has sort (_ BitVec 8), expected Bool"),
    REJECT(BITS "\n"
                "(assert (= ((_ int2bv 0) 1) a))",
           2, 12, "'int2bv' cannot be applied to Int with indices 0"),
    REJECT(BITS "\n"
                "(assert (bvult a a a))",
           2, 9, "'bvult' takes 2 arguments, but is given 3"),
    REJECT(BITS "\n"
                "(assert (= ((_ sign_extend 2147483647) a) a))",
           2, 12, "'sign_extend' cannot be applied to (_ BitVec 8)"),
    REJECT(FLOATS "\n"
                  "(assert (= (fp.add f f) f))",
           2, 12, "'fp.add' takes 3 arguments, but is given 2"),
    REJECT(
        FLOATS "\n"
               "(assert (= (fp.add m f g) f))",
        2, 24,
        "argument 3 of 'fp.add' has sort (_ FloatingPoint 11 53), expected (_ FloatingPoint 8 24)"),
    REJECT(FLOATS "\n"
                  "(assert (fp.lt f))",
           2, 9, "'fp.lt' takes 2 or more arguments, but is given 1"),
    REJECT(FLOATS "\n"
                  "(assert (= f (fp #b0 #x00 #b0)))",
           2, 14,
           "argument 2 of '=' has sort (_ FloatingPoint 8 2), expected (_ FloatingPoint 8 24)"),
    REJECT(FLOATS "\n"
                  "(assert (= f (fp #b00 #x00 #b00000000000000000000000)))",
           2, 18, "argument 1 of 'fp' has sort (_ BitVec 2), expected (_ BitVec 1)"),
    REJECT(FLOATS "\n"
                  "(assert (= f ((_ to_fp 8 24) #x00)))",
           2, 30, "argument 1 of 'to_fp' has sort (_ BitVec 8), expected (_ BitVec 32)"),
    REJECT(FLOATS "\n"
                  "(assert (= f (_ NaN 8)))",
           2, 14, "'NaN' takes 2 indices, but is given 1"),
    REJECT(FLOATS "\n"
                  "(assert (= f NaN))",
           2, 14, "'NaN' takes 2 indices, but is given 0"),
    REJECT(FLOATS "\n"
                  "(assert (fp.isNaN m))",
           2, 19,
           "argument 1 of 'fp.isNaN' has sort RoundingMode, expected the form (_ FloatingPoint eb "
           "sb)"),
    REJECT(FLOATS "\n"
                  "(assert (= ((_ fp.to_ubv 0) m f) #x00))",
           2, 12,
           "'fp.to_ubv' cannot be applied to RoundingMode (_ FloatingPoint 8 24) with indices 0"),
    REJECT(FLOATS "\n"
                  "(assert (= f 1.5))",
           2, 14, "argument 2 of '=' has sort Real, expected (_ FloatingPoint 8 24)"),
    REJECT(FLOATS "\n"
                  "(assert (= f RNE))",
           2, 14, "argument 2 of '=' has sort RoundingMode, expected (_ FloatingPoint 8 24)"),
    REJECT(STRINGS "\n"
                   "(assert (= (str.len s s) 1))",
           2, 12, "'str.len' takes 1 argument, but is given 2"),
    REJECT(STRINGS "\n"
                   "(assert (= (str.<= s) s))",
           2, 12, "'str.<=' takes 2 or more arguments, but is given 1"),
    REJECT(STRINGS "\n"
                   "(assert (= (str.at s s) s))",
           2, 22, "argument 2 of 'str.at' has sort String, expected Int"),
    REJECT(STRINGS "\n"
                   "(assert (str.in_re s s))",
           2, 22, "argument 2 of 'str.in_re' has sort String, expected RegLan"),
    REJECT(STRINGS "\n"
                   "(assert (str.in_re s (re.* \"a\")))",
           2, 28, "argument 1 of 're.*' has sort String, expected RegLan"),
    REJECT(STRINGS "\n"
                   "(assert (str.in_re s ((_ re.loop) re.all)))",
           2, 33, "expected an index, found ')'"),
    REJECT(STRINGS "\n"
                   "(assert (= s 'a'))",
           2, 14, "unexpected character '''"),
    REJECT(STRINGS "\n"
                   "(assert (= s 1))",
           2, 14, "argument 2 of '=' has sort Int, expected String"),
    REJECT(ARRAY "\n"
                 "(assert (select a true))",
           2, 19, "argument 2 of 'select' has sort Bool, expected Int"),
    REJECT(ARRAY "\n"
                 "(assert (select a))",
           2, 9, "'select' takes 2 arguments, but is given 1"),
    REJECT(ARRAY "\n"
                 "(assert (= a (store a 1 2)))",
           2, 25, "argument 3 of 'store' has sort Int, expected Bool"),
    REJECT(ARRAY "\n"
                 "(assert (select 1 a))",
           2, 17, "argument 1 of 'select' has sort Int, expected the form (Array X Y)"),
    REJECT(ARRAY "\n"
                 "(assert (= a (const false)))",
           2, 14, "'const' needs its sort, as in (as const SORT)"),
    REJECT(ARRAY "\n"
                 "(assert (= a ((as const Int) false)))",
           2, 14, "'const' cannot be applied to Bool as Int"),
    REJECT(ARRAY "\n"
                 "(assert (= a ((as const (Array Int Bool)) 0)))",
           2, 14, "'const' cannot be applied to Int as (Array Int Bool)"),
    REJECT(FUNCTION "\n"
                    "(assert (= (f) 1))",
           2, 12, "needs arguments"),
    REJECT(FUNCTION "\n"
                    "(assert (= (f 1 2) 1))",
           2, 12, "'f' takes 1 argument, but is given 2"),
    REJECT(FUNCTION "\n"
                    "(assert (= (f true) 1))",
           2, 15, "argument 1 of 'f' has sort Bool, expected Int"),
    REJECT(FUNCTION "\n"
                    "(assert (= f 1))",
           2, 12, "'f' takes 1 argument, but is given 0"),
    REJECT(FUNCTION "\n"
                    "(assert (f 1))",
           2, 9, "the formula has sort Int, expected Bool"),
    REJECT(FUNCTION "\n"
                    "(assert (= ((_ f 1) 2) 2))",
           2, 12, "'f' takes 0 indices, but is given 1"),
    REJECT(FUNCTION "\n"
                    "(assert (= ((f 1) 2) 2))",
           2, 12, "a term of sort Int is not a function"),
    REJECT("(define-fun d ((x Int) (y Real)) Bool (< x y))\n"
           "(assert (d 1.5 2.5))",
           2, 12, "argument 1 of 'd' has sort Real, expected Int"),
    REJECT("(define-fun-rec d ((x Int)) Int (d true))", 1, 36,
           "argument 1 of 'd' has sort Bool, expected Int"),
    REJECT(INTS "\n"
                "(check-sat-assuming (x))",
           2, 22, "the formula has sort Int, expected Bool"),
    REJECT(INTS "\n"
                "(assert-soft x)",
           2, 14, "the formula has sort Int, expected Bool"),
    REJECT("(get-value (q))", 1, 13, "unknown symbol 'q'"),
    REJECT(INTS "\n"
                "(minimize (and x))",
           2, 16, "argument 1 of 'and' has sort Int, expected Bool"),
    REJECT("(declare-fun g (Int Int) Int)\n"
           "(assert (= (g 1 true) 0))",
           2, 17, "argument 2 of 'g' has sort Bool, expected Int"),
    REJECT("(declare-sort U 0)(declare-const u U)\n"
           "(assert (= u 1))",
           2, 14, "argument 2 of '=' has sort Int, expected U"),
    REJECT("(declare-sort U 0)(declare-sort V 0)(declare-const u U)(declare-const v V)\n"
           "(assert (distinct u v))",
           2, 21, "argument 2 of 'distinct' has sort V, expected U"),
};

static const Case binders[] = {
    REJECT("(assert (forall () true))", 1, 9, "a binder needs at least one variable"),
    REJECT("(assert (exists ((x Int))))", 1, 26, "expected a term, found ')'"),
    REJECT("(assert (forall ((x Int)) x))", 1, 9, "has sort Int, expected Bool"),
    REJECT("(assert (forall (x Int) true))", 1, 18, "expected (name SORT) or ')', found 'x'"),
    REJECT("(assert (forall ((x Int)) true false))", 1, 32, "expected ')', found 'false'"),
    REJECT("(assert (forall ((x)) true))", 1, 20, "expected a sort, found ')'"),
    REJECT("(assert (forall ((1 Int)) true))", 1, 19, "expected a name, found '1'"),
    REJECT("(assert (forall ((x Foo)) true))", 1, 21, "unknown sort 'Foo'"),
    REJECT("(assert (forall x true))", 1, 17, "expected a list of sorted variables, found 'x'"),
    REJECT("(assert (let ((x)) true))", 1, 17, "expected a term, found ')'"),
    REJECT("(assert (let (x 1) true))", 1, 15, "expected a binding or ')', found 'x'"),
    REJECT("(assert (let ((x 1 2)) true))", 1, 20,
           "expected ')' after the value of a let variable, found '2'"),
    REJECT("(assert (let ((x 1)) ))", 1, 22, "expected a term, found ')'"),
    REJECT("(assert (let ((x 1)) true false))", 1, 27,
           "expected ')' after the body of let, found 'false'"),
    REJECT("(assert (let ((1 x)) true))", 1, 16, "expected a name, found '1'"),
    REJECT("(assert (!))", 1, 11, "expected a term, found ')'"),
    REJECT("(assert (! true x))", 1, 17, "expected a keyword or ')', found 'x'"),
    REJECT("(assert (! true :named 3))", 1, 24, "expected a name, found '3'"),
    REJECT("(assert (forall ((x Int)) (! true :pattern (y))))", 1, 45, "unknown symbol 'y'"),
    REJECT("(assert (lambda ((x Int)) x))", 1, 9,
           "the formula has sort (-> Int Int), expected Bool"),
    REJECT("(assert (= (lambda () 1) 1))", 1, 12, "a binder needs at least one variable"),
};

static const Case datatypes[] = {
    REJECT("(declare-datatype D ((mk (next D))))", 1, 1, "the datatype 'D' has no finite value"),
    REJECT("(declare-datatypes ((A 0) (B 0)) (((a (b B))) ((c (d A)))))", 1, 1, "no finite value"),
    REJECT("(declare-datatype D ((a) (a)))", 1, 1, "'a' is already declared"),
    REJECT("(declare-datatype D ((mk (s Int) (s Int))))", 1, 1, "'s' is already declared"),
    REJECT("(declare-datatype D ((not)))", 1, 1, "'not' is a symbol of the core theory"),
    REJECT("(declare-datatype Bool ((yes)))", 1, 19, "the sort 'Bool' is already declared"),
    REJECT(COLOUR "\n"
                  "(declare-datatype Colour ((blue)))",
           2, 19, "the sort 'Colour' is already declared"),
    REJECT(COLOUR "\n"
                  "(assert (match c ((red true))))",
           2, 9, "the match has no case for some constructor"),
    REJECT("(assert (! true 1))", 1, 17, "expected a keyword or ')', found '1'"),
    REJECT("(assert (! true :named))", 1, 23, "expected a name, found ')'"),
    REJECT("(declare-const x (Int))", 1, 18, "written without parentheses"),
    REJECT(BITS "\n"
                "(assert (= a ((_ rotate_left a) a)))",
           2, 14, "the indices of 'rotate_left' must be numerals"),
    REJECT("(assert (= 1 -1.))", 1, 14, "unknown symbol '-1.'; did you mean '(- N)'?"),
    REJECT("(assert (match 1 ((x true))))", 1, 9, "only terms of a datatype can be matched"),
    REJECT(COLOUR "\n"
                  "(assert (match c ((red true) (green 1))))",
           2, 9, "different sorts"),
    REJECT(COLOUR "\n"
                  "(assert (match c ()))",
           2, 9, "a match needs cases"),
    REJECT(COLOUR "\n"
                  "(assert (match c))",
           2, 17, "expected the cases of the match, found ')'"),
    REJECT(COLOUR "\n"
                  "(assert (match c ((blue) true)))",
           2, 24, "expected a term, found ')'"),
    REJECT(COLOUR "\n"
                  "(assert (match c (((blue x) true))))",
           2, 21, "unknown constructor"),
    REJECT(COLOUR "\n"
                  "(assert (match c (((red x) true) (green false))))",
           2, 25, "expected ')' after the variables of the pattern, found 'x'"),
    REJECT(COLOUR LIST_L "\n"
                         "(assert (match l ((red true) (nil false))))",
           2, 20, "no constructor of the datatype"),
    REJECT(LIST_L "\n"
                  "(assert (match l (((cons h) true) (nil false))))",
           2, 27, "expected a name, found ')'"),
    REJECT(LIST_L "\n"
                  "(assert (match l (((cons h t u) true) (nil false))))",
           2, 30, "expected ')' after the variables of the pattern, found 'u'"),
    REJECT(LIST "\n"
                "(assert (= nil nil))",
           2, 12, "'nil' needs its sort, as in (as nil SORT)"),
    REJECT(LIST "\n"
                "(assert (= (as nil Int) 1))",
           2, 12, "'nil' cannot be used like this as Int"),
    REJECT(LIST "\n"
                "(assert (= (as nil (List Foo)) 1))",
           2, 26, "unknown sort 'Foo'"),
    REJECT(LIST_L "\n"
                  "(assert (= l (cons true l)))",
           2, 25, "of 'cons' has sort"),
    REJECT(LIST_L "\n"
                  "(assert (= l (cons 1)))",
           2, 14, "'cons' takes 2 arguments, but is given 1"),
    REJECT(LIST_L "\n"
                  "(assert (= (head 1) 1))",
           2, 18, "argument 1 of 'head' has sort Int, expected the form (List T)"),
    REJECT(LIST_L "\n"
                  "(assert (head l))",
           2, 9, "the formula has sort Int, expected Bool"),
    REJECT(LIST_L "\n"
                  "(assert ((_ is foo) l))",
           2, 9, "unknown constructor"),
    REJECT(LIST_L "\n"
                  "(assert ((_ is cons) 1))",
           2, 9, "cannot be applied to"),
    REJECT(COLOUR LIST_L "\n"
                         "(assert ((_ is red) l))",
           2, 9, "cannot be applied to"),
    REJECT(LIST_L "\n"
                  "(assert (= l ((_ update head) l true)))",
           2, 14, "cannot be applied to"),
    REJECT(LIST_L "\n"
                  "(assert (= l ((_ update foot) l 1)))",
           2, 14, "unknown selector"),
    REJECT(LIST "\n"
                "(declare-const l List)",
           2, 18, "the sort 'List' takes 1 argument, but is given 0"),
    REJECT(LIST "\n"
                "(declare-const l (List Int Int))",
           2, 18, "the sort 'List' takes 1 argument, but is given 2"),
    REJECT("(declare-datatype D ())", 1, 22, "expected at least one constructor, found ')'"),
    REJECT("(declare-datatype D)", 1, 20, "expected the constructors, found ')'"),
    REJECT("(declare-datatypes ((D 0)) ())", 1, 29, "expected the constructors, found ')'"),
    REJECT("(declare-datatypes ((D 0) (D 0)) (((a)) ((b))))", 1, 30, "already declared"),
    REJECT("(declare-datatypes ((D 1)) (((a))))", 1, 30, "sort parameters"),
    REJECT("(declare-datatypes ((D 0)) ((par (T) ((a)))))", 1, 39, "sort parameters"),
    REJECT("(declare-datatype D ((mk (sel Foo))))", 1, 31, "unknown sort 'Foo'"),
    REJECT("(declare-datatype D ((mk sel Int)))", 1, 26,
           "expected (selector SORT) or ')', found 'sel'"),
    REJECT("(declare-datatypes ((D 0)) (((a)) ((b))))", 1, 35, "expected ')', found '('"),
    REJECT("(assert (as true Int))", 1, 9, "'true' cannot be used like this as Int"),
    REJECT("(assert (as 3 Bool))", 1, 13, "expected an identifier, found '3'"),
    REJECT("(assert (as))", 1, 12, "expected an identifier, found ')'"),
    REJECT("(assert (= (as x Int) 1))", 1, 13, "unknown symbol 'x'"),
    REJECT("(assert (= (as seq.empty Int) 1))", 1, 12,
           "'seq.empty' cannot be used like this as Int"),
    REJECT("(assert (= set.empty set.empty))", 1, 12,
           "'set.empty' needs its sort, as in (as set.empty SORT)"),
    REJECT("(assert (_))", 1, 11, "expected the name of an operator, found ')'"),
    REJECT("(assert (_ true))", 1, 16, "expected an index, found ')'"),
    REJECT("(assert (_ bv1))", 1, 15, "expected an index, found ')'"),
    REJECT("(assert (= ((_ tuple.select 2) (tuple 1 true)) 1))", 1, 12,
           "'tuple.select' cannot be applied to (Tuple Int Bool) with indices 2"),
    REJECT("(assert (par (T) true))", 1, 10, "expected a term, found 'par'"),
};

/* Reads the text and compares the error; what differs is added to `wrong`. */
static void try_case(const Case *one, StrBuf *wrong)
{
  Bank *bank = theory_create_bank();
  Script script = {0};
  Error error = {0};
  Status status = script_read(bank, one->text, one->length, &script, &error);
  if (status == STATUS_OK)
    strbuf_printf(wrong, "\n%s\n  is accepted", one->text);
  else if (error.line != one->line || error.column != one->column ||
           !strstr(error.message, one->part) || error.status != status)
    strbuf_printf(wrong, "\n%s\n  %u:%u: %s\n  should be %u:%u: %s", one->text, error.line,
                  error.column, error.message, one->line, one->column, one->part);
  script_deinit(&script);
  bank_destroy(bank);
}

static void try_cases(const Case *cases, size_t count)
{
  StrBuf wrong;
  strbuf_init(&wrong, 0);
  for (size_t i = 0; i < count; i++) try_case(&cases[i], &wrong);
  if (wrong.length) fail_msg("%s", strbuf_text(&wrong));
  strbuf_deinit(&wrong);
}

#define TEST(name)                                                                                 \
  static void test_##name(void **state)                                                            \
  {                                                                                                \
    (void)state;                                                                                   \
    try_cases(name, sizeof name / sizeof *name);                                                   \
  }

TEST(tokens)
TEST(commands)
TEST(names)
TEST(sorts)
TEST(applications)
TEST(binders)
TEST(datatypes)

/* An error in one command does not spoil the next: what was read before it stays. */
static void test_reading_on_after_a_term(void **state)
{
  (void)state;
  static const char text[] = "(declare-const x Int)";
  Bank *bank = theory_create_bank();
  Script script = {0};
  Error error = {0};
  Parser *parser = parser_create(bank, NULL, text, sizeof text - 1, &error);
  assert_int_equal(parser_read_script(parser, &script), STATUS_OK);
  Term term = 0;
  static const char wrong[] = "(let ((y x)) (forall ((z Int)) (+ x true)))";
  assert_int_equal(parser_read_term(parser, wrong, sizeof wrong - 1, &term), STATUS_SORT);
  static const char right[] = "(+ x 1)";
  assert_int_equal(parser_read_term(parser, right, sizeof right - 1, &term), STATUS_OK);
  static const char forgotten[] = "(+ x y)";
  assert_int_equal(parser_read_term(parser, forgotten, sizeof forgotten - 1, &term), STATUS_SCOPE);
  static const char more[] = "x x";
  assert_int_equal(parser_read_term(parser, more, sizeof more - 1, &term), STATUS_SYNTAX);
  parser_destroy(parser);
  script_deinit(&script);
  bank_destroy(bank);
}

static void test_depth_limit(void **state)
{
  (void)state;
  static const char text[] = "(assert (not (not (not true))))";
  for (uint32_t depth = 2; depth <= 3; depth++) {
    Bank *bank = theory_create_bank();
    Script script = {0};
    Error error = {0};
    Parser *parser =
        parser_create(bank, &(ParserOptions){.max_depth = depth}, text, sizeof text - 1, &error);
    assert_int_equal(parser_read_script(parser, &script), depth < 3 ? STATUS_LIMIT : STATUS_OK);
    if (depth < 3) assert_string_equal(error.message, "terms are nested deeper than 2 levels");
    parser_destroy(parser);
    script_deinit(&script);
    bank_destroy(bank);
  }
}

/* Only names that could stand there are suggested: not (_ +oo 8 24), no function, no constant. */
static void test_suggestions_of_other_kinds(void **state)
{
  (void)state;
  static const Case cases[] = {
      REJECT("(declare-const a Float32)(assert (fp.eq foo a))", 1, 41, "unknown symbol 'foo'"),
      REJECT("(declare-fun count (Int) Int)(assert (= coun 1))", 1, 41, "unknown symbol 'coun'"),
      REJECT("(declare-const count Int)(assert (coun 1))", 1, 35, "unknown symbol 'coun'"),
      REJECT("(assert (let ((count 1)) (coun 1)))", 1, 27, "unknown symbol 'coun'"),
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Bank *bank = theory_create_bank();
    Script script = {0};
    Error error = {0};
    assert_int_equal(script_read(bank, cases[i].text, cases[i].length, &script, &error),
                     STATUS_SCOPE);
    assert_string_equal(error.message, cases[i].part);
    assert_int_equal(error.column, cases[i].column);
    script_deinit(&script);
    bank_destroy(bank);
  }
}

/* Indices are told apart by their names: more of them than there are slots cannot be declared. */
static void test_indices_of_theories(void **state)
{
  (void)state;
  static const char *const texts[] = {
      "(theory Mine :sorts (((_ Grid n n n n n n n n n))))",
      "(theory Mine :funs (((_ pick n n) Int Int)))",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    Bank *bank = theory_create_bank();
    Error error = {0};
    assert_int_equal(theory_read(bank, texts[i], strlen(texts[i]), &error), STATUS_SYNTAX);
    assert_string_equal(error.message, "two indices have the same name");
    bank_destroy(bank);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_tokens),
      cmocka_unit_test(test_commands),
      cmocka_unit_test(test_names),
      cmocka_unit_test(test_sorts),
      cmocka_unit_test(test_applications),
      cmocka_unit_test(test_binders),
      cmocka_unit_test(test_datatypes),
      cmocka_unit_test(test_reading_on_after_a_term),
      cmocka_unit_test(test_depth_limit),
      cmocka_unit_test(test_suggestions_of_other_kinds),
      cmocka_unit_test(test_indices_of_theories),
  };
  return cmocka_run_group_tests_name("reject", tests, NULL, NULL);
}
