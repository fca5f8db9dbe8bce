export default {
  build: {
    lib: { entry: 'worker.ts', formats: ['es'], fileName: 'worker' },
    target: 'es2022',
  },
};
