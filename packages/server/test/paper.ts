/** A PDF document with a page for each text, in Helvetica, which it does not contain, and a link to `url` on the first page. */
export function paper(texts: readonly string[], url = 'https://example.org/'): Buffer {
  const kids = texts.map((_, index) => `${5 + 2 * index} 0 R`).join(' ');
  const link = `<< /Type /Annot /Subtype /Link /Rect [72 600 272 640] /Border [0 0 0] /A << /S /URI /URI (${url}) >> >>`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${texts.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    link,
    ...texts.flatMap((text, index) => {
      const content = `BT /F1 36 Tf 72 700 Td (${text}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${6 + 2 * index} 0 R ` +
          `/Resources << /Font << /F1 3 0 R >> >>${index === 0 ? ' /Annots [4 0 R]' : ''} >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = text.length;
  const size = objects.length + 1;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
