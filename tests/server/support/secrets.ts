/** Whether a secret stands in a text in clear. Six digits count alone: part of a number, an instant or a hash they are by chance. */
export const containsSecret = (text: string, secret: string): boolean => {
  if (!/^\d{4,6}$/.test(secret)) return text.includes(secret);
  return new RegExp(`(?<![0-9A-Za-z.:+/=-])${secret}(?![0-9A-Za-z.:+/=-])`).test(text);
};
