export { createAnswerCheck, headerFaults } from './answer-check.ts';
export { readAll, startHttp, type HttpTest, type HttpTestOptions } from './http.ts';
