import { Page } from '../../ui/page.tsx'

export const StartView = () => <Page title="Start">{null}</Page>
