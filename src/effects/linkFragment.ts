/** True for a fragment that is the token of a letter's link; others are places of the page (decision 0045). */
export const isLinkFragment = (fragment: string): boolean => /^#[\w-]{40,100}$/.test(fragment);
