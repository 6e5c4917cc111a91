/** Those of the site's theme, as hexadecimal values, which all mail programs support. */
export const light = {
  page: '#faf6ef',
  paper: '#fffdf9',
  text: '#17302e',
  soft: '#4b5d59',
  line: '#e4d9c8',
  panel: '#f2eadd',
  primary: '#0f4c48',
  onPrimary: '#ffffff',
} as const;

export const dark: Record<keyof typeof light, string> = {
  page: '#0e1918',
  paper: '#162423',
  text: '#f4eee3',
  soft: '#b6c2bc',
  line: '#2c413e',
  panel: '#1d2f2d',
  primary: '#8fd3c3',
  onPrimary: '#06211f',
};
