@0xc4d8a1f3b76e2095;

# The fields of a Pyodide bundle, numbered as workerd numbers them.

struct Bundle {
  modules @0 :List(Module);
}

struct Module {
  name @0 :Text;
  union {
    src @1 :Data;
    wasm @4 :Data;
    data @5 :Data;
    json @6 :Text;
  }
  tsDeclaration @3 :Text;
  type @2 :Type;
  compileCache @7 :Data;

  enum Type {
    bundle @0;
    builtin @1;
    internal @2;
  }
}
