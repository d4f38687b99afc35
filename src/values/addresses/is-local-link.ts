/** Whether a link leads to the computer itself that opens it. */
export const isLocalLink = (link: string): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/u.test(URL.parse(link)?.hostname ?? '')
