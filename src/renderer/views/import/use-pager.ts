import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { createPager, type LoadPage, type Pager, type PagerState } from './pager.ts'

/**
 * The pages of a list that depends on `key`; starts again with another key, and is renewed in place
 * with another `revision`.
 */
export const usePager = <T>(
  key: string,
  revision: number,
  load: LoadPage<T>,
): { readonly pager: Pager<T>; readonly state: PagerState } => {
  // `load` is made at each render; what it answers depends on the key alone.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const pager = useMemo(() => createPager(load), [key])
  const seen = useRef({ pager, revision })
  useEffect(() => {
    if (seen.current.pager === pager && seen.current.revision !== revision) pager.renew()
    else pager.want(0, 0)
    seen.current = { pager, revision }
  }, [pager, revision])
  return { pager, state: useSyncExternalStore(pager.subscribe, pager.snapshot) }
}
