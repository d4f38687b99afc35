/** Codes that are shown and scanned. */
export const qr = {
  sequence: (number: number, total: number) => `Code ${number} of ${total}`,
  play: 'Play',
  pause: 'Pause',
  next: 'Next code',
  previous: 'Previous code',
  speed: 'Codes a second',
  motion: 'Reduced motion is on, so step through the codes yourself.',
  camera: 'What the camera sees',
  opening: 'Opening the camera …',
  aim: 'Point the camera at the codes until all are read. Any order works.',
  again: 'Try again',
  errors: {
    none: 'No camera was found. Connect one, or read the file itself instead.',
    denied:
      'Coldpress may not use the camera. Allow it for Coldpress in the settings of your system, then try again.',
    busy: 'The camera does not answer. Another program may use it: close that one, then try again.',
    ended: 'The camera was disconnected. Connect it again, then try again.',
    other: (reason: string) => `The camera could not be opened (${reason}). Try again.`,
  },
}
