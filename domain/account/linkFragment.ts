/** True for a URL fragment that is the token of a link in an email. Other fragments are anchors of the page. */
export const isLinkFragment = (fragment: string): boolean => /^#[\w-]{40,100}$/.test(fragment);
