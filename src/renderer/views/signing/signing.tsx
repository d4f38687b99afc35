import { SigningInboxPage } from './signing-inbox-page.tsx'
import { RequestPage } from './request-page.tsx'

/** Everything that waits for a signature, or one request. */
export const SigningView = ({ requestId }: { readonly requestId: string | undefined }) =>
  requestId === undefined ? <SigningInboxPage /> : <RequestPage key={requestId} id={requestId} />
