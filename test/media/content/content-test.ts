import { openContentStore } from '#media/content/store.ts'
import { folderTest } from '../../support/folder-test.ts'

/** A test with an empty content store in its `folder`, also where it only looks at the files. */
export const contentTest = folderTest.extend(
  'store',
  { auto: true },
  async ({ folder }, { onCleanup }) => {
    const store = await openContentStore({ dir: folder })
    onCleanup(() => store.close())
    return store
  },
)
