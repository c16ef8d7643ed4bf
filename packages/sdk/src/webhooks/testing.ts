export { signPayload, type SignOptions } from './sign.ts';
