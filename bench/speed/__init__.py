"""How fast the rules run: on each backend, beside C, beside other libraries, in WebAssembly and on a GPU."""
