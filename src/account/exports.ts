export { PASSWORD_ADVICE } from './fieldHints.ts';
export { NewAccount } from './NewAccount.tsx';
export { RefreshingSession } from './RefreshingSession.tsx';
export { SignInForm } from './SignInForm.tsx';
export { SignInButton, SignInEmail, SignInPassword, wrongCredentials } from './signInFields.tsx';
export { useSignIn } from './useSignIn.ts';
