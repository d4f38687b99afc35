/**
 * The locale in which the user reads dates and numbers, as `de-DE`: on Linux by the variables of
 * POSIX, elsewhere by what Node knows of the system.
 */
export const systemLocale = (): string => {
  const { LC_ALL, LC_TIME, LANG } = process.env
  const [named = ''] = [LC_ALL, LC_TIME, LANG].filter(Boolean)
  const [tag = ''] = named.split(/[.@]/u)
  return tag === '' || tag === 'C' || tag === 'POSIX'
    ? Intl.DateTimeFormat().resolvedOptions().locale
    : tag.replaceAll('_', '-')
}
