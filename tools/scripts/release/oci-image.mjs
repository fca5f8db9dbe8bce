// Writes the image of the Dockerfile as an OCI archive, without a daemon: its last stage begins from scratch and contains
// one binary and the libraries that it is linked against, those of this machine.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DockerfileParser } from 'dockerfile-ast';
import { root } from '../../launcher/toolchain.mjs';

const program = 'usr/local/bin/drive-server';
const architectures = { x64: 'amd64', arm64: 'arm64' };
/** Same input, same bytes. */
const reproducible = ['--sort=name', '--mtime=@0', '--numeric-owner', '--format=ustar'];

/** `load` it with Docker, Podman or skopeo. Loads nothing from a network. */
export function writeImage({ binary, out, arch }) {
  const work = mkdtempSync(join(tmpdir(), 'drive-image-'));
  try {
    const layer = gzipSync(readFileSync(writeLayer(work, binary)), { level: 6 });
    const diffId = digestOf(readFileSync(join(work, 'layer.tar')));
    const layout = join(work, 'layout');
    const store = (bytes, mediaType) => {
      const digest = digestOf(bytes);
      const path = join(layout, 'blobs', ...digest.split(':'));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, bytes);
      return { mediaType, digest, size: bytes.length };
    };
    const storeJson = (value, mediaType) => store(Buffer.from(JSON.stringify(value)), mediaType);

    const config = storeJson(
      {
        architecture: architectures[arch],
        os: 'linux',
        config: configOfDockerfile(),
        rootfs: { type: 'layers', diff_ids: [diffId] },
      },
      'application/vnd.oci.image.config.v1+json',
    );
    const manifest = storeJson(
      {
        schemaVersion: 2,
        mediaType: 'application/vnd.oci.image.manifest.v1+json',
        config,
        layers: [store(layer, 'application/vnd.oci.image.layer.v1.tar+gzip')],
      },
      'application/vnd.oci.image.manifest.v1+json',
    );
    const { version } = JSON.parse(readFileSync(join(root, 'packages/server/package.json'), 'utf8'));
    const annotations = { 'org.opencontainers.image.ref.name': version };
    writeFileSync(
      join(layout, 'index.json'),
      JSON.stringify({ schemaVersion: 2, manifests: [{ ...manifest, annotations }] }),
    );
    writeFileSync(join(layout, 'oci-layout'), JSON.stringify({ imageLayoutVersion: '1.0.0' }));
    const archive = join(out, 'drive-server-image.tar');
    execFileSync('tar', [...reproducible, '--owner=0', '--group=0', '-cf', archive, '-C', layout, '.']);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function writeLayer(work, binary) {
  const tree = join(work, 'tree');
  mkdirSync(join(tree, dirname(program)), { recursive: true });
  copyFileSync(binary, join(tree, program));
  const libraries = execFileSync('ldd', [binary], { encoding: 'utf8' }).match(/\/\S+/g) ?? [];
  for (const path of libraries) {
    mkdirSync(join(tree, dirname(path)), { recursive: true });
    copyFileSync(path, join(tree, path));
  }
  mkdirSync(join(work, 'own/data'), { recursive: true, mode: 0o700 });
  const layer = join(work, 'layer.tar');
  execFileSync('tar', [...reproducible, '--owner=0', '--group=0', '--mode=go-w', '-cf', layer, '-C', tree, '.']);
  const owner = ['--owner=10001', '--group=10001', '--mode=0700'];
  execFileSync('tar', [...reproducible, ...owner, '-rf', layer, '-C', join(work, 'own'), 'data']);
  return layer;
}

/** What the last stage of the Dockerfile says about running the image. */
export function configOfDockerfile() {
  const instructions = DockerfileParser.parse(readFileSync(join(root, 'Dockerfile'), 'utf8')).getInstructions();
  const last = instructions.findLastIndex((one) => one.getKeyword() === 'FROM');
  const stage = instructions.slice(last);
  const argumentOf = (keyword) => stage.find((one) => one.getKeyword() === keyword)?.getArgumentsContent() ?? '';
  const pairsOf = (keyword) =>
    stage
      .filter((one) => one.getKeyword() === keyword)
      .flatMap((one) => one.getProperties().map((each) => [each.getName(), each.getValue()]));
  return {
    User: argumentOf('USER'),
    Env: pairsOf('ENV').map(([name, value]) => `${name}=${value}`),
    Labels: Object.fromEntries(pairsOf('LABEL')),
    Volumes: Object.fromEntries(JSON.parse(argumentOf('VOLUME')).map((path) => [path, {}])),
    ExposedPorts: { [`${argumentOf('EXPOSE')}/tcp`]: {} },
    StopSignal: argumentOf('STOPSIGNAL'),
    Entrypoint: JSON.parse(argumentOf('ENTRYPOINT')),
    Cmd: JSON.parse(argumentOf('CMD')),
  };
}

const digestOf = (bytes) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
