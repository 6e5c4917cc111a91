/** The help text beside a field for a code of the second factor. */
export const CODE_HINT = 'Six digits from your authenticator app, or a recovery code';
