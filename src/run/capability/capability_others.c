/* What to ask about sorts, literals, binders and commands. */
#include <string.h>

#include "base/strbuf.h"
#include "run/capability/capability_list.h"

/* A question that declares something, asserts something and wants sat. */
typedef struct {
  const char *name;
  const char *logics;
  const char *body;
  uint32_t decides; /* a sort, see capability_list.h; 0: none */
} Question;

/* No equation that holds in any case: solvers would replace one side by the other and never look at
 * the sort. */
#define CONSTANT(sort)                                                                             \
  "(declare-fun x () " sort ")(declare-fun y () " sort ")(declare-fun z () " sort ")"              \
  "(assert (or (= x y) (= x z)))"

static const Question sorts[] = {
    {"Bool", "QF_UF ALL QF_BV", CONSTANT("Bool"), 0},
    {"Int", "QF_LIA ALL", CONSTANT("Int"), USES_INT},
    {"Real", "QF_LRA ALL", CONSTANT("Real"), USES_REAL},
    {"(_ BitVec 1)", "QF_BV ALL", CONSTANT("(_ BitVec 1)"), 0},
    {"(_ BitVec 64)", "QF_BV ALL", CONSTANT("(_ BitVec 64)"), USES_BITVEC},
    {"(_ BitVec 1000)", "QF_BV ALL", CONSTANT("(_ BitVec 1000)"), 0},
    {"RoundingMode", "QF_FP ALL", CONSTANT("RoundingMode"), USES_ROUNDING},
    {"Float16", "QF_FP ALL", CONSTANT("Float16"), USES_FLOAT_16},
    {"Float32", "QF_FP ALL", CONSTANT("Float32"), USES_FLOAT_32},
    {"Float64", "QF_FP ALL", CONSTANT("Float64"), USES_FLOAT_64},
    {"Float128", "QF_FP ALL", CONSTANT("Float128"), USES_FLOAT_128},
    {"(_ FloatingPoint 3 5)", "QF_FP ALL", CONSTANT("(_ FloatingPoint 3 5)"), USES_FLOAT_OTHER},
    {"String", "QF_S ALL", CONSTANT("String"), USES_STRING},
    {"RegLan", "QF_S ALL",
     "(declare-fun x () RegLan)(declare-fun s () String)(assert (str.in_re s x))", 0},
    {"declare-sort S 0", "QF_UF ALL", "(declare-sort S 0)" CONSTANT("S"), 0},
    {"declare-sort S 1", "QF_UFLIA ALL", "(declare-sort S 1)" CONSTANT("(S Int)"), 0},
    {"Array of BitVec", "QF_ABV ALL", CONSTANT("(Array (_ BitVec 4) (_ BitVec 8))"), USES_ARRAY},
    {"Array of Int", "QF_ALIA ALL", CONSTANT("(Array Int Int)"), 0},
    {"Array of Bool", "QF_ALIA ALL", CONSTANT("(Array Int Bool)"), USES_ARRAY_OF_BOOL},
    {"Array of Array", "QF_ALIA ALL", CONSTANT("(Array Int (Array Int Int))"), 0},
    {"Array by Array", "QF_ALIA ALL", CONSTANT("(Array (Array Int Int) Int)"), 0},
    {"Array by S", "QF_AX ALL", "(declare-sort S 0)" CONSTANT("(Array S S)"), 0},
    {"function of BitVec", "QF_UFBV ALL QF_AUFBV",
     "(declare-fun f ((_ BitVec 8)) (_ BitVec 8))(declare-fun x () (_ BitVec 8))"
     "(assert (= x (f x)))",
     0},
    {"enumeration", "QF_DT ALL", "(declare-datatype D ((a) (b)))" CONSTANT("D"), 0},
    {"record", "QF_DT ALL", "(declare-datatype D ((d (p Bool) (q Bool))))" CONSTANT("D"), 0},
    {"list", "QF_DT ALL", "(declare-datatype D ((nil) (cons (head Bool) (tail D))))" CONSTANT("D"),
     0},
    {"datatypes of each other", "QF_DT ALL",
     "(declare-datatypes ((D 0) (E 0)) (((d0) (d1 (d2 E))) ((e0) (e1 (e2 D)))))" CONSTANT("D"), 0},
    {"datatype par", "QF_DTLIA ALL",
     "(declare-datatypes ((D 1)) ((par (A) ((nil) (cons (head A) (tail (D A)))))))" CONSTANT(
         "(D Int)"),
     0},
    {"datatype of Array", "QF_ADTLIA ALL",
     "(declare-datatype D ((nil) (cons (head (Array Int Int)))))" CONSTANT("D"), 0},
    {"codatatype", "QF_DT ALL",
     "(declare-codatatype D ((cons (head Bool) (tail D))))" CONSTANT("D"), 0},
    {"Seq", "QF_SLIA ALL", CONSTANT("(Seq Int)"), USES_SEQ},
    {"Seq of Seq", "QF_SLIA ALL", CONSTANT("(Seq (Seq Int))"), 0},
    {"Set", "QF_FSLIA ALL", CONSTANT("(Set Int)"), USES_SET},
    {"Set of Set", "QF_FSLIA ALL", CONSTANT("(Set (Set Int))"), 0},
    {"Bag", "QF_FSLIA ALL", CONSTANT("(Bag Int)"), USES_BAG},
    {"Tuple", "QF_DTLIA ALL", CONSTANT("(Tuple Int Int)"), USES_TUPLE},
    {"UnitTuple", "QF_DTLIA ALL", CONSTANT("UnitTuple"), 0},
    {"Relation", "QF_FSLIA ALL", CONSTANT("(Relation Int Int)"), 0},
    {"Table", "QF_FSLIA ALL", CONSTANT("(Table Int Int)"), 0},
    {"FiniteField", "QF_FF ALL", CONSTANT("(_ FiniteField 5)"), USES_FIELD},
    {"Unicode", "QF_S ALL", CONSTANT("Unicode"), 0},
    {"(-> Int Int)", "HO_QF_UFLIA HO_ALL ALL", CONSTANT("(-> Int Int)"), USES_FUNCTION},
    {"(-> (-> Int Int) Int)", "HO_QF_UFLIA HO_ALL ALL", CONSTANT("(-> (-> Int Int) Int)"), 0},
};

#define EQUALS(sort, value)                                                                        \
  "(declare-fun x () " sort ")(declare-fun y () " sort ")(assert (or (= x " value ") (= y " value  \
  ")))"

static const Question literals[] = {
    {"#b101", "QF_BV ALL", EQUALS("(_ BitVec 3)", "#b101"), 0},
    {"#xAf", "QF_BV ALL", EQUALS("(_ BitVec 8)", "#xAf"), 0},
    {"(_ bv5 8)", "QF_BV ALL", EQUALS("(_ BitVec 8)", "(_ bv5 8)"), 0},
    {"12", "QF_LIA ALL", EQUALS("Int", "12"), 0},
    {"of 30 digits", "QF_LIA ALL", EQUALS("Int", "123456789012345678901234567890"), 0},
    {"1.25", "QF_LRA ALL", EQUALS("Real", "1.25"), 0},
    {"12 as a Real", "QF_LRA ALL", EQUALS("Real", "12"), 0},
    {"(/ 1 3)", "QF_LRA ALL", EQUALS("Real", "(/ 1 3)"), 0},
    {"\"text\"", "QF_S ALL", EQUALS("String", "\"text\""), 0},
    {"\"a \"\"quote\"\"\"", "QF_S ALL", EQUALS("String", "\"a \"\"quote\"\"\""), 0},
    {"\"\\u{e9}\"", "QF_S ALL", EQUALS("String", "\"\\u{e9}\""), 0},
    {"\"\\u00e9\"", "QF_S ALL", EQUALS("String", "\"\\u00e9\""), 0},
    {"\"\\u{2ffff}\"", "QF_S ALL", EQUALS("String", "\"\\u{2ffff}\""), 0},
    {"\"\\n\" of two characters", "QF_SLIA ALL",
     "(declare-fun x () String)(assert (= (str.len \"\\n\") 2))", 0},
    {"(as ff4 (_ FiniteField 5))", "QF_FF ALL",
     EQUALS("(_ FiniteField 5)", "(as ff4 (_ FiniteField 5))"), 0},
    {"#f4m5", "QF_FF ALL", EQUALS("(_ FiniteField 5)", "#f4m5"), 0},
    {"|quoted symbol|", "QF_UF ALL QF_BV",
     "(declare-fun |quoted symbol| () Bool)(assert |quoted symbol|)", 0},
    {"symbols of ~!@$%^&*_-+=<>.?/", "QF_UF ALL QF_BV",
     "(declare-fun ~!@$%^&*_-+=<>.?/ () Bool)(assert ~!@$%^&*_-+=<>.?/)", 0},
};

static const Question binders[] = {
    {"let", "QF_UF ALL QF_BV", "(declare-fun x () Bool)(assert (let ((y x)) (or y (not y))))", 0},
    {"let of two", "QF_UF ALL QF_BV",
     "(declare-fun x () Bool)(assert (let ((y x) (x (not x))) (or x y)))", 0},
    {"forall", "LIA ALL BV", "(assert (forall ((p Bool)) (or p (not p))))", 0},
    {"forall Int", "LIA ALL", "(assert (forall ((i Int)) (< i (+ i 1))))", 0},
    {"forall BitVec", "BV ALL", "(assert (forall ((v (_ BitVec 8))) (bvuge v #x00)))", 0},
    {"exists", "LIA ALL BV", "(assert (exists ((p Bool)) (not p)))", 0},
    {"exists of two", "LIA ALL BV", "(assert (exists ((i Int) (j Int)) (< i j)))", 0},
    {"forall exists", "LIA ALL BV", "(assert (forall ((i Int)) (exists ((j Int)) (< i j))))", 0},
    {"lambda", "HO_LIA HO_ALL ALL",
     "(declare-fun f () (-> Int Int))(assert (= f (lambda ((i Int)) (+ i 1))))", 0},
    {"match", "QF_DT ALL",
     "(declare-datatype D ((nil) (cons (head Bool) (tail D))))(declare-fun x () D)"
     "(assert (match x ((nil true) ((cons h t) h))))",
     0},
    {"match with a variable", "QF_DT ALL",
     "(declare-datatype D ((nil) (cons (head Bool) (tail D))))(declare-fun x () D)"
     "(assert (match x ((nil true) (y (= x y)))))",
     0},
    {"(_ is c)", "QF_DT ALL",
     "(declare-datatype D ((nil) (cons (head Bool) (tail D))))(declare-fun x () D)"
     "(assert ((_ is cons) x))",
     0},
    {"(_ update s)", "QF_DT ALL",
     "(declare-datatype D ((nil) (cons (head Bool) (tail D))))(declare-fun x () D)"
     "(assert (= x ((_ update head) x true)))",
     0},
    {"(as nil (List Int))", "QF_DTLIA ALL",
     "(declare-datatypes ((L 1)) ((par (A) ((nil) (cons (head A) (tail (L A)))))))"
     "(declare-fun x () (L Int))(assert (= x (as nil (L Int))))",
     0},
    {"witness", "LIA ALL", "(declare-fun x () Int)(assert (= x (witness ((i Int)) (> i 3))))", 0},
    {"set.comprehension", "FSLIA ALL",
     "(declare-fun s () (Set Int))"
     "(assert (= s (set.comprehension ((i Int)) (and (< 0 i) (< i 3)) i)))",
     0},
    {"(! t :named n)", "QF_UF ALL QF_BV",
     "(declare-fun x () Bool)(assert (! (or x (not x)) :named n))", 0},
    {"(! t :pattern (p))", "UFLIA ALL UFBV",
     "(declare-fun f (Int) Int)"
     "(assert (forall ((i Int)) (! (= (f i) (f i)) :pattern ((f i)))))",
     0},
};

/* The same over bit-vectors, for solvers that have nothing else. */
static const struct {
  const char *name, *body;
} over_bits[] = {
    {"forall", "(assert (forall ((v (_ BitVec 8))) (bvuge v #x00)))"},
    {"exists", "(assert (exists ((v (_ BitVec 8))) (bvugt v #x00)))"},
    {"exists of two", "(assert (exists ((v (_ BitVec 8)) (w (_ BitVec 8))) (bvult v w)))"},
    {"forall exists",
     "(assert (forall ((v (_ BitVec 8))) (exists ((w (_ BitVec 8))) (= v (bvnot w)))))"},
    {"(! t :pattern (p))",
     "(declare-fun f ((_ BitVec 8)) (_ BitVec 8))"
     "(assert (forall ((v (_ BitVec 8))) (! (= (f v) (f v)) :pattern ((f v)))))"},
};

/* A question about a command is a whole script. */
typedef struct {
  const char *name;
  const char *logics;
  const char *script;
  bool unsat;
  uint8_t responses;
} Conversation;

#define LOGIC      "(set-logic {logic})"
#define TWO        "(declare-fun p () Bool)(declare-fun q () Bool)"
#define CHECK      "(check-sat)"
#define EXIT       "\n(exit)\n"
#define CONFLICT   "(assert (! p :named a))(assert (! (not p) :named b))"
#define OPTION(on) "(set-option :" on " true)"
#define PLAIN      "QF_UF ALL QF_BV"

static const Conversation commands[] = {
    {"check-sat", PLAIN, LOGIC CHECK EXIT, false, 1},
    {"set-logic", PLAIN, LOGIC TWO "(assert p)" CHECK EXIT, false, 1},
    {"set-info", PLAIN, "(set-info :smt-lib-version 2.6)" LOGIC "(set-info :status sat)" CHECK EXIT,
     false, 1},
    {"set-option", PLAIN, OPTION("produce-models") LOGIC CHECK EXIT, false, 1},
    {"set-option :print-success", PLAIN, OPTION("print-success") LOGIC CHECK EXIT, false, 3},
    {"set-option :global-declarations", PLAIN,
     OPTION("global-declarations") LOGIC "(push 1)" TWO "(pop 1)(assert p)" CHECK EXIT, false, 1},
    {"assert", PLAIN, LOGIC TWO "(assert p)(assert (or p q))" CHECK EXIT, false, 1},
    {"declare-fun", PLAIN, LOGIC TWO "(assert p)" CHECK EXIT, false, 1},
    {"declare-const", PLAIN, LOGIC "(declare-const p Bool)(assert p)" CHECK EXIT, false, 1},
    {"declare-sort", PLAIN, LOGIC "(declare-sort S 0)" CHECK EXIT, false, 1},
    {"define-sort", PLAIN, LOGIC "(define-sort B () Bool)(declare-fun p () B)(assert p)" CHECK EXIT,
     false, 1},
    {"define-sort par", "QF_ALIA ALL",
     LOGIC "(define-sort A (X) (Array Int X))(declare-fun a () (A Int))(assert (= a a))" CHECK EXIT,
     false, 1},
    {"declare-sort-parameter", PLAIN,
     LOGIC "(declare-sort-parameter X)(assert (forall ((x X)) (= x x)))" CHECK EXIT, false, 1},
    {"declare-datatype", "QF_DT ALL",
     LOGIC "(declare-datatype D ((a) (b)))(declare-fun x () D)(assert (= x a))" CHECK EXIT, false,
     1},
    {"declare-datatypes", "QF_DT ALL",
     LOGIC "(declare-datatypes ((D 0)) (((a) (b))))(declare-fun x () D)(assert (= x a))" CHECK EXIT,
     false, 1},
    {"declare-codatatype", "QF_DT ALL",
     LOGIC "(declare-codatatype D ((a) (b)))(declare-fun x () D)(assert (= x a))" CHECK EXIT, false,
     1},
    {"define-fun", PLAIN,
     LOGIC TWO "(define-fun f ((x Bool)) Bool (or x p))(assert (f q))" CHECK EXIT, false, 1},
    {"define-const", PLAIN, LOGIC TWO "(define-const c Bool (or p q))(assert c)" CHECK EXIT, false,
     1},
    {"define-fun-rec", "UFLIA ALL",
     LOGIC "(define-fun-rec f ((x Int)) Int (ite (<= x 0) 0 (f (- x 1))))"
           "(assert (= (f 2) 0))" CHECK EXIT,
     false, 1},
    {"define-funs-rec", "UFLIA ALL",
     LOGIC "(define-funs-rec ((f ((x Int)) Int) (g ((x Int)) Int))"
           "((ite (<= x 0) 0 (g (- x 1))) (ite (<= x 0) 0 (f (- x 1)))))"
           "(assert (= (f 2) 0))" CHECK EXIT,
     false, 1},
    {"push", PLAIN, LOGIC TWO "(push 1)(assert p)" CHECK EXIT, false, 1},
    {"pop", PLAIN, LOGIC TWO "(push 2)(assert false)(pop 2)(assert p)" CHECK EXIT, false, 1},
    {"several check-sat", PLAIN, LOGIC TWO "(assert p)" CHECK "(assert (not p))" CHECK EXIT, true,
     2},
    {"check-sat-assuming", PLAIN, LOGIC TWO "(assert p)(check-sat-assuming (q))" EXIT, false, 1},
    {"check-sat-assuming of literals", PLAIN,
     LOGIC TWO "(assert p)(check-sat-assuming ((not q) p))" EXIT, false, 1},
    {"reset", PLAIN, LOGIC TWO "(assert false)(reset)" LOGIC TWO "(assert p)" CHECK EXIT, false, 1},
    {"reset-assertions", PLAIN,
     LOGIC TWO "(assert false)(reset-assertions)(declare-fun r () Bool)(assert r)" CHECK EXIT,
     false, 1},
    {"get-model", PLAIN, OPTION("produce-models") LOGIC TWO "(assert p)" CHECK "(get-model)" EXIT,
     false, 2},
    {"get-value", PLAIN,
     OPTION("produce-models") LOGIC TWO "(assert p)" CHECK "(get-value (p (or p q)))" EXIT, false,
     2},
    {"get-assignment", PLAIN,
     OPTION("produce-assignments") LOGIC TWO "(assert (! p :named a))" CHECK
                                             "(get-assignment)" EXIT,
     false, 2},
    {"get-unsat-core", PLAIN,
     OPTION("produce-unsat-cores") LOGIC TWO CONFLICT CHECK "(get-unsat-core)" EXIT, true, 2},
    {"get-unsat-assumptions", PLAIN,
     OPTION("produce-unsat-assumptions") LOGIC TWO
     "(assert p)(check-sat-assuming ((not p)))(get-unsat-assumptions)" EXIT,
     true, 2},
    {"get-proof", PLAIN, OPTION("produce-proofs") LOGIC TWO CONFLICT CHECK "(get-proof)" EXIT, true,
     2},
    {"get-assertions", PLAIN,
     OPTION("produce-assertions") LOGIC TWO "(assert p)" CHECK "(get-assertions)" EXIT, false, 2},
    {"get-info", PLAIN, LOGIC CHECK "(get-info :name)(get-info :version)" EXIT, false, 3},
    {"get-option", PLAIN, LOGIC CHECK "(get-option :produce-models)" EXIT, false, 2},
    {"echo", PLAIN, LOGIC "(echo \"text\")" CHECK EXIT, false, 2},
    {"exit", PLAIN, LOGIC CHECK "(exit)(after-the-end)\n", false, 1},
    {"assert-soft", PLAIN, LOGIC TWO "(assert p)(assert-soft q :weight 2)" CHECK EXIT, false, 1},
    {"minimize", "QF_LIA ALL",
     LOGIC "(declare-fun x () Int)(assert (> x 3))(minimize x)" CHECK EXIT, false, 1},
    {"maximize", "QF_LIA ALL",
     LOGIC "(declare-fun x () Int)(assert (< x 3))(maximize x)" CHECK EXIT, false, 1},
};

/* Functions that need more than variables: cardinality is about a sort, separation logic about the heap;
 * and the index of characters has a form of its own. */
static const struct {
  const char *theory, *name;
  Probe probe;
} special[] = {
    {"Cardinality",
     "(_ fmf.card i n)",
     {.script = LOGIC "(declare-sort S 0)(declare-fun x () S)(assert (_ fmf.card S 2))" CHECK EXIT,
      .logics = "QF_UFC UFC ALL",
      .responses = 1}},
    {"Strings",
     "(_ char i)",
     {.script = LOGIC EQUALS("String", "(_ char #x41)") CHECK EXIT,
      .logics = "QF_S ALL",
      .responses = 1}},
#define HEAP LOGIC "(declare-heap (Int Int))(declare-fun x () Int)(declare-fun y () Int)"
#define SEP  "QF_ALL QF_SEP_LIA ALL"
    {"SeparationLogic",
     "sep.emp",
     {.script = HEAP "(assert sep.emp)" CHECK EXIT, .logics = SEP, .responses = 1}},
    {"SeparationLogic",
     "sep.nil",
     {.script = HEAP "(assert (= x (as sep.nil Int)))" CHECK EXIT, .logics = SEP, .responses = 1}},
    {"SeparationLogic",
     "pto",
     {.script = HEAP "(assert (pto x y))" CHECK EXIT, .logics = SEP, .responses = 1}},
    {"SeparationLogic",
     "sep",
     {.script = HEAP "(assert (sep (pto x y) (pto y x)))" CHECK EXIT,
      .logics = SEP,
      .responses = 1}},
    {"SeparationLogic",
     "wand",
     {.script = HEAP "(assert (wand (pto x y) (pto x y)))" CHECK EXIT,
      .logics = SEP,
      .responses = 1}},
};

const Probe *capability_special_probe(const char *theory, const char *name)
{
  for (size_t i = 0; i < sizeof special / sizeof *special; i++)
    if (strcmp(special[i].theory, theory) == 0 && strcmp(special[i].name, name) == 0)
      return &special[i].probe;
  return NULL;
}

/* With up to two probes. */
static void add_one(CapabilityList *list, Capability item, Probe probe, const Probe *second)
{
  item.first = (uint32_t)list->probes.count;
  item.count = second ? 2 : 1;
  CapabilityFamily family = {.first = (uint32_t)list->items.count, .count = 1};
  CapabilityBatch batch = {.first = (uint32_t)list->families.count, .count = 1};
  VEC_PUSH(&list->items, item);
  VEC_PUSH(&list->probes, probe);
  if (second) VEC_PUSH(&list->probes, *second);
  VEC_PUSH(&list->families, family);
  VEC_PUSH(&list->batches, batch);
}

static Probe question_probe(CapabilityList *list, const Question *question, const char *body)
{
  StrBuf script;
  strbuf_init(&script, 0);
  strbuf_printf(&script, LOGIC "\n%s\n" CHECK EXIT, body);
  Probe probe = {.script = arena_copy_string(&list->arena, script.bytes, script.length),
                 .logics = question->logics,
                 .responses = 1};
  strbuf_deinit(&script);
  return probe;
}

static const char *find_over_bits(const char *name)
{
  for (size_t i = 0; i < sizeof over_bits / sizeof *over_bits; i++)
    if (strcmp(over_bits[i].name, name) == 0) return over_bits[i].body;
  return NULL;
}

/* What can be asked over bit-vectors is asked over integers only of who has these. */
static void add_questions(CapabilityList *list, const CapabilityFilter *filter, const char *group,
                          const Question *questions, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    const Question *question = &questions[i];
    if (!filter->wants(filter->user, group, question->name, 0, question->decides)) continue;
    Capability item = {.group = group, .name = question->name, .decides = question->decides};
    Probe probe = question_probe(list, question, question->body);
    const char *body = find_over_bits(question->name);
    Probe bits = {0};
    if (body) bits = question_probe(list, question, body);
    bits.uses = USES_BITVEC;
    if (body && strstr(question->body, "Int")) probe.uses = USES_INT;
    add_one(list, item, probe, body ? &bits : NULL);
  }
}

static void add_commands(CapabilityList *list, const CapabilityFilter *filter)
{
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
    const Conversation *command = &commands[i];
    if (!filter->wants(filter->user, "commands", command->name, 0, 0)) continue;
    Capability item = {.group = "commands", .name = command->name};
    Probe probe = {.script = command->script,
                   .logics = command->logics,
                   .unsat = command->unsat,
                   .responses = command->responses};
    add_one(list, item, probe, NULL);
  }
}

#define COUNT(array) (sizeof(array) / sizeof *(array))

void capability_add_others(CapabilityList *list, const CapabilityFilter *filter)
{
  add_questions(list, filter, "sorts", sorts, COUNT(sorts));
  add_questions(list, filter, "literals", literals, COUNT(literals));
  add_questions(list, filter, "binders", binders, COUNT(binders));
  add_commands(list, filter);
}
