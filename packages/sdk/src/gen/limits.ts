// Generated from openapi/ by `npm run generate`. Do not edit.
export const fileBytes = 26214400;
export const textLength = 1000000;
export const targetUrlLength = 2048;
export const secretLength = 100000;
export const messageLength = 10000;
export const authorLength = 200;
export const nameLength = 200;
export const fileNameLength = 255;
export const mediaTypeLength = 127;
export const passwordLength = 1024;
export const kdfIterationsLeast = 100000;
export const kdfIterationsMost = 1000000;
export const requestFiles = 50;
export const filesAtOnce = 100;
export const totalCounted = 1000;
export const kdfIterations = 220000;
