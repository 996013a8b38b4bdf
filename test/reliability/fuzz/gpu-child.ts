import { GPU } from '../questions/gpu-questions.ts';
import { serveQuestions } from './serve-questions.ts';

await serveQuestions([GPU]);
