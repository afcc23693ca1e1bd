/** A picture of a result to send: drawn here, in the colours of the page. */

export interface Row {
  seat: number;
  name: string;
  score: string;
  rank: number;
  isWinner: boolean;
}

export interface PictureTexts {
  game: string;
  headline: string;
  notes: string[]; // titles, one line each
  rows: Row[];
}

const [WIDTH, HEIGHT, EDGE] = [1200, 630, 64]; // the shape that chats show whole
const MOST_ROWS = 6;
const MOST_NOTES = 3;

/** A colour or font of the page as the canvas understands it. */
function styled(name: string): string {
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.color = `var(${name})`;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

export async function resultPicture(texts: PictureTexts): Promise<Blob> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const pen = canvas.getContext('2d')!;
  draw(pen, texts);
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('no picture'))), 'image/png'));
}

function draw(pen: CanvasRenderingContext2D, { game, headline, notes, rows }: PictureTexts): void {
  const display = getComputedStyle(document.documentElement).getPropertyValue('--font-display');
  const plain = getComputedStyle(document.body).fontFamily;
  const [ink, soft, accent] = [styled('--ink'), styled('--ink2'), styled('--accent')];
  pen.fillStyle = styled('--bg2');
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.fillStyle = styled('--card');
  pen.beginPath();
  pen.roundRect(24, 24, WIDTH - 48, HEIGHT - 48, 28);
  pen.fill();
  write(pen, game, EDGE, 100, `700 34px ${display}`, accent);
  write(pen, headline, EDGE, 168, `700 56px ${display}`, ink);
  const shown = rows.slice(0, MOST_ROWS);
  const step = Math.min(74, 300 / shown.length);
  shown.forEach((row, i) => drawRow(pen, row, 226 + i * step, display, ink));
  notes.slice(0, MOST_NOTES).forEach((note, i, all) => write(pen, note, EDGE, HEIGHT - 60 - (all.length - 1 - i) * 32, `500 24px ${plain}`, soft));
  pen.textAlign = 'right';
  write(pen, 'Filon', WIDTH - EDGE, HEIGHT - 60, `700 30px ${display}`, soft);
  pen.textAlign = 'left';
}

function drawRow(pen: CanvasRenderingContext2D, { seat, name, score, rank, isWinner }: Row, y: number, display: string, ink: string): void {
  pen.fillStyle = styled(`--seat-${seat}`);
  pen.beginPath();
  pen.arc(EDGE + 22, y, 20, 0, 2 * Math.PI);
  pen.fill();
  pen.textAlign = 'center';
  write(pen, String(rank), EDGE + 22, y + 9, `700 26px ${display}`, styled(`--on-seat-${seat}`));
  pen.textAlign = 'left';
  write(pen, name, EDGE + 64, y + 12, `${isWinner ? 750 : 600} 34px ${display}`, ink, 760);
  pen.textAlign = 'right';
  write(pen, score, WIDTH - EDGE, y + 12, `${isWinner ? 750 : 600} 36px ${display}`, ink);
  pen.textAlign = 'left';
}

function write(pen: CanvasRenderingContext2D, text: string, x: number, y: number, font: string, colour: string, width = WIDTH - 2 * EDGE): void {
  pen.font = font;
  pen.fillStyle = colour;
  pen.fillText(text, x, y, width);
}

/** By the device's own way to share, where it has one; else as a file. */
export async function sendPicture(picture: Blob, name: string): Promise<void> {
  const file = new File([picture], `${name}.png`, { type: 'image/png' });
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file] }).catch((error: Error) => {
      if (error.name !== 'AbortError') save(file);
    });
  } else save(file);
}

function save(file: File): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  URL.revokeObjectURL(link.href);
}
