export { changeText } from './auditText.ts';
