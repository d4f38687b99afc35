import type { Route } from '../../stores/navigation.ts'
import { Page } from '../../ui/page.tsx'

export const ImportView = (_props: { readonly route: Route }) => <Page title="Import">{null}</Page>
