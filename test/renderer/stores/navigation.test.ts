import { afterEach, expect, test, vi } from 'vitest'
import { savedRoute } from '#renderer/stores/navigation.ts'
import type { Route } from '#renderer/stores/routes.ts'

afterEach(() => vi.unstubAllGlobals())

const restored = (stored: string): Route | undefined => {
  vi.stubGlobal('sessionStorage', { getItem: () => stored })
  return savedRoute()
}

test.each<Route>([
  { view: 'start' },
  { view: 'collection', accountId: 'a', collectionId: 'c', part: 'sales' },
  { view: 'import', job: 'j' },
  { view: 'sale', accountId: 'a', collectionId: 'c', saleId: 's' },
  { view: 'settings', section: 'vault' },
])('a window that is loaded again restores the route %o', (route) => {
  expect(restored(JSON.stringify(route))).toEqual(route)
})

test.each([
  'null',
  '{"view":',
  '[]',
  '{"view":"tostring"}',
  '{"view":"toString"}',
  '{"view":"sale","accountId":"a","collectionId":"c"}',
  '{"view":"mint","accountId":"a"}',
  '{"view":"collection","accountId":1,"collectionId":"c"}',
  '{"view":"settings","section":"nowhere"}',
  '{"view":"start","job":"j"}',
])('a stored route that no row of the table describes is ignored: %s', (stored) => {
  expect(restored(stored)).toBeUndefined()
})
