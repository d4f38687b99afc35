import { pathSegment } from '../http/path-segment.ts'

/** The address of one call: `<base>/<app id>/v1<path>?<query>`, with the path's ids filled in. */
export const callAddress = (
  base: { readonly baseUrl: string; readonly appId: string },
  path: string,
  ids: readonly string[],
  query: Readonly<Record<string, string>> = {},
): string => {
  const rest = [...ids]
  const filled = path.replaceAll(/:(\w+)/gu, (_, name: string) => {
    return pathSegment(rest.shift() ?? '', name)
  })
  const search = new URLSearchParams(query).toString()
  const address = `${base.baseUrl}/${pathSegment(base.appId, 'app id')}/v1${filled}`
  return search === '' ? address : `${address}?${search}`
}
