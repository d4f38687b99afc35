export type ChromiumSetup = {
  readonly profile: string
  /** Address of the window before the app gives its own. */
  readonly bootUrl: string
  /** From the command line of the host, and from app.commandLine. */
  readonly given: readonly string[]
  /** Chromium's sandbox needs a user who is not root. */
  readonly isRoot: boolean
  /** A development server on this machine (electron-vite dev) is the only network there may be. */
  readonly hasDevelopmentServer: boolean
}

const quiet = [
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-sync',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-breakpad',
  '--disable-client-side-phishing-detection',
  '--disable-domain-reliability',
  '--disable-search-engine-choice-screen',
  '--disable-field-trial-config',
  '--metrics-recording-only',
  '--no-service-autorun',
  '--password-store=basic',
  '--use-mock-keychain',
  '--disable-features=Translate,MediaRouter,OptimizationHints,AutofillServerCommunication,CertificateTransparencyComponentUpdater,HttpsUpgrades,PreconnectToSearch,AimEnabled,NetworkTimeServiceQuerying',
]

/** Three locks on the way out besides the host's own: no name resolves, the proxy does not exist, no UDP. */
const shutIn = (hasDevelopmentServer: boolean): readonly string[] => [
  `--host-resolver-rules=MAP * ~NOTFOUND${hasDevelopmentServer ? ', EXCLUDE localhost, EXCLUDE 127.0.0.1' : ''}`,
  '--proxy-server=socks5://127.0.0.1:1',
  `--proxy-bypass-list=<-loopback>${hasDevelopmentServer ? ';localhost;127.0.0.1' : ''}`,
  // Chrome's own name of the switch: `force-webrtc-ip-handling-policy` is the content shell's.
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
]

export const chromiumArguments = (setup: ChromiumSetup): readonly string[] => [
  `--app=${setup.bootUrl}`,
  `--user-data-dir=${setup.profile}`,
  ...setup.given,
  ...quiet,
  // Of two equal switches Chromium takes the last.
  ...shutIn(setup.hasDevelopmentServer),
  ...(setup.isRoot ? ['--no-sandbox', '--test-type'] : []),
]
