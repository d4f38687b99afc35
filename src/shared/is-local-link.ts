/** Whether a link opens on the computer alone that serves its page. */
export const isLocalLink = (link: string): boolean =>
  /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/u.test(URL.parse(link)?.hostname ?? '')
