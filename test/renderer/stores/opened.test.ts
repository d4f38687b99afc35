import { beforeEach, describe, expect } from 'vitest'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import {
  chooseFolder,
  importInto,
  proposeFrom,
  takeFolder,
  useHandedOver,
} from '#renderer/stores/opened.ts'
import { text } from '#renderer/text/en.ts'
import { bridgeTest as test, next, ok } from '../fake-bridge.ts'

const collection = { view: 'collection', accountId: 'local', collectionId: 'c' } as const
const ofIt = { view: 'import', accountId: 'local', collectionId: 'c', folder: '/prints' } as const

beforeEach(() => {
  useHandedOver.setState({ source: undefined })
  useNotices.setState({ notices: [] })
  useNavigation.setState({ route: collection, past: [] })
})

const route = () => useNavigation.getState().route

describe('a folder chosen in the dialog of the system', () => {
  test('opens the import into the collection that is shown', async () => {
    const done = chooseFolder()
    await next('app.pickFolder').answer(ok('/prints'))
    await done
    expect(route()).toEqual(ofIt)
  })

  test('starts a new collection where that is asked for', async () => {
    const done = chooseFolder('new-collection')
    await next('app.pickFolder').answer(ok('/prints'))
    await done
    expect(route()).toEqual({ view: 'new-collection', folder: '/prints' })
  })

  test('takes nobody away who has moved on; a notice leads to the import', async () => {
    const done = chooseFolder()
    useNavigation.getState().go({ view: 'settings' })
    await next('app.pickFolder').answer(ok('/prints'))
    await done
    expect(route()).toEqual({ view: 'settings' })
    const [notice] = useNotices.getState().notices
    expect(notice?.text).toBe(text.palette.chosenFolder('/prints'))
    notice?.action?.run()
    expect(route()).toEqual(ofIt)
  })

  test('changes nothing when none was chosen', async () => {
    const done = chooseFolder()
    await next('app.pickFolder').answer(ok(null))
    await done
    expect(route()).toEqual(collection)
  })
})

describe('a folder that is handed over', () => {
  const prints = { folder: '/prints', csv: null }

  test('asks what it is for, also where a collection is shown, and opens nothing before', () => {
    const source = { ...prints, csv: '/prints/tokens.csv' }
    takeFolder(source)
    expect(route()).toEqual(collection)
    expect(useHandedOver.getState().source).toEqual(source)
    importInto({ accountId: 'local', collectionId: 'other' }, source)
    expect(route()).toEqual({ ...ofIt, collectionId: 'other', csv: '/prints/tokens.csv' })
  })

  test('goes to the form of a new collection where that is open', () => {
    useNavigation.getState().go({ view: 'new-collection' })
    takeFolder(prints)
    expect(route()).toEqual({ view: 'new-collection', folder: '/prints' })
    takeFolder({ ...prints, csv: '/prints/b.xlsx', sheet: 'Autumn' })
    expect(route()).toEqual({
      view: 'new-collection',
      folder: '/prints',
      csv: '/prints/b.xlsx',
      sheet: 'Autumn',
    })
  })

  test('replaces the import that was opened with it, and no other view', () => {
    useNavigation.setState({ route: { view: 'import', folder: '/prints' }, past: [collection] })
    proposeFrom(prints)
    expect(useNavigation.getState().past).toEqual([collection])
    useNavigation.setState({ route: { view: 'import' }, past: [collection] })
    proposeFrom(prints)
    expect(useNavigation.getState().past).toEqual([collection, { view: 'import' }])
  })
})
