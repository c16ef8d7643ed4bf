// Generated from openapi/ by `npm run generate`. Do not edit.
export const passwordLength = 1024;
export const idempotencyKeyPattern = /^[\x21-\x7E]{1,255}$/u;
