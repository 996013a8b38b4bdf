import { ALL_QUESTIONS } from '../questions/all-questions.ts';
import { serveQuestions } from './serve-questions.ts';

await serveQuestions(ALL_QUESTIONS);
