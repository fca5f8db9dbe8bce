// A part of its own in single binaries: a megabyte that is loaded for --jq only.
export { loadJq } from 'jq-wasm/inline';
