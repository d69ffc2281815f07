"""Games' WebAssembly modules for JavaScript: what a loader must know about them, and an npm package of them."""
