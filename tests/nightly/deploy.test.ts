/**
 * Checks the files of deploy/ as far as the repository allows it: syntax, and that paths, settings and ports exist. Images are not
 * built and nothing is started; systemd-analyze looks at the unit where it is installed.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { root, temporaryFolder } from '../server/support/server.ts';

const file = (name: string) => readFileSync(join(root, name), 'utf8');
/** Every setting that the page of settings or options.ts knows. */
const settings = new Set(
  [
    ...`${file('server/read-options.ts')}${file('docs/reference/settings.md')}`.matchAll(
      /\b(CAIPU_[A-Z_]+|DATABASE_URL|HOST|PORT|NODE_ENV)\b/g,
    ),
  ].map(([, name]) => name),
);
const known = (text: string) => [...text.matchAll(/\bCAIPU_[A-Z_]+/g)].map(([name]) => name);

describe('the container file', () => {
  const text = file('deploy/Containerfile');
  const lines = text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const steps = lines.map((line) => ({ verb: line.trim().split(/\s/, 1)[0] as string, rest: line.trim().replace(/^\S+\s+/, '') }));

  it('has known instructions, a version for each base, and a user who is not root', () => {
    const verbs = [
      'FROM',
      'WORKDIR',
      'COPY',
      'RUN',
      'ENV',
      'VOLUME',
      'USER',
      'EXPOSE',
      'HEALTHCHECK',
      'STOPSIGNAL',
      'CMD',
      'ARG',
      'ENTRYPOINT',
    ];
    for (const { verb } of steps) expect(verbs).toContain(verb);
    expect(steps[0]?.verb).toBe('FROM');
    const stages: string[] = [];
    for (const { rest } of steps.filter(({ verb }) => verb === 'FROM')) {
      const [base = '', , stage] = rest.split(' ');
      if (!stages.includes(base)) expect(rest).toMatch(/^[\w./-]+:[\w.-]+( AS \w+)?$/);
      if (stage !== undefined) stages.push(stage);
    }
    const last = steps.map(({ verb }) => verb).lastIndexOf('FROM');
    expect(steps.slice(last).find(({ verb }) => verb === 'USER')?.rest).toBe('node');
    const cmd = steps.at(-1);
    expect(cmd?.verb).toBe('CMD');
    expect(JSON.parse(cmd?.rest ?? '')).toEqual(['node', 'dist/server/main.js']);
  });

  it('copies what there is, into stages that there are, and sets what the server reads', () => {
    const stages = new Set(steps.filter(({ verb }) => verb === 'FROM').map(({ rest }) => / AS (\w+)/.exec(rest)?.[1]));
    for (const { rest } of steps.filter(({ verb }) => verb === 'COPY')) {
      const words = rest.split(/\s+/).filter((word) => !word.startsWith('--'));
      const from = /--from=(\w+)/.exec(rest)?.[1];
      if (from !== undefined) expect(stages).toContain(from);
      for (const word of words.slice(0, -1)) {
        const path = word.replace(/^\/caipu\/?/, '') || '.';
        if (path !== 'dist' && path !== 'node_modules') expect(existsSync(join(root, path)), word).toBe(true);
      }
    }
    for (const name of known(text)) expect(settings, name).toContain(name);
    // Secrets and earlier builds stay outside of the image.
    for (const name of ['.git', 'node_modules', 'dist', 'deploy/secrets', '.data'])
      expect(file('.dockerignore').split('\n')).toContain(name);
  });
});

describe('the compose file', () => {
  const text = file('deploy/compose.yaml');
  const compose = parse(text, { merge: true }) as {
    services: Record<
      string,
      {
        image?: string;
        build?: { context: string; dockerfile: string; target?: string };
        profiles?: string[];
        environment?: Record<string, string>;
        depends_on?: Record<string, { condition: string }>;
        volumes?: string[];
        secrets?: string[];
        ports?: string[];
        healthcheck?: object;
        restart?: string;
        stop_grace_period?: string;
      }
    >;
    volumes: Record<string, unknown>;
    secrets: Record<string, { file: string }>;
  };

  it('names services, volumes, secrets, files and settings that there are', () => {
    const { services, volumes, secrets } = compose;
    expect(Object.keys(services)).toEqual(['postgres', 'caipu', 'draw', 'commands', 'prometheus']);
    for (const [name, service] of Object.entries(services)) {
      expect((service.image === undefined) !== (service.build === undefined), name).toBe(true);
      if (service.image !== undefined) expect(service.image).toMatch(/:[\w.-]*\d/);
      if (service.build !== undefined) expect(existsSync(join(root, 'deploy', service.build.context, service.build.dockerfile))).toBe(true);
      for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
        expect(services).toHaveProperty(other);
        if (condition === 'service_healthy') expect(services[other]?.healthcheck).toBeDefined();
      }
      for (const volume of service.volumes ?? []) {
        const [source = ''] = volume.split(':');
        if (source.startsWith('.')) expect(existsSync(join(root, 'deploy', source)), source).toBe(true);
        else expect(volumes).toHaveProperty(source);
      }
      for (const secret of service.secrets ?? []) expect(secrets).toHaveProperty(secret);
      // Nothing is open to the world by itself: a proxy stands in front.
      for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:\d+:\d+$/);
      for (const setting of Object.keys(service.environment ?? {}))
        if (/^CAIPU_/.test(setting)) expect(settings, setting).toContain(setting);
      // Commands run when somebody asks for them, and end.
      if (name === 'commands') expect(service.profiles).toEqual(['commands']);
      else expect(service.restart, name).toBe('unless-stopped');
    }
    expect(services.draw?.environment).toMatchObject({ CAIPU_ROLE: 'draw', DATABASE_URL: expect.any(String) });
    // No password stands in the file: they are read from files or from the environment.
    expect(text).not.toMatch(/PASSWORD: (?!\$\{)\S/);
    // Longer than the server takes to end.
    expect(Number.parseInt(services.caipu?.stop_grace_period ?? '0', 10)).toBeGreaterThan(25);
  });

  it('has one place for descriptions, which every container writes and shares, and commands that know the server', () => {
    const image = file('deploy/Containerfile');
    const { caipu, draw, commands, postgres } = compose.services;
    for (const service of [caipu, draw, commands]) expect(service?.volumes).toEqual(['descriptions:/descriptions']);
    expect(image.match(/^ENV CAIPU_GAMES=\/descriptions\/games CAIPU_DESCRIPTIONS=\/descriptions\/app$/gm)).toHaveLength(2);
    expect(image).toMatch(/ AS commands$/m);
    expect(commands?.build?.target).toBe('commands');
    // pg_dump refuses a server that is newer than itself.
    expect(/postgresql-client-(\d+)/.exec(image)?.[1]).toBe(/:(\d+)/.exec(postgres?.image ?? '')?.[1]);
  });

  it('watches by the sample configuration, whose parts there are', () => {
    const prometheus = parse(file('deploy/prometheus/prometheus.yml')) as {
      rule_files: string[];
      scrape_configs: { job_name: string; static_configs: { targets: string[] }[]; authorization: { credentials_file: string } }[];
    };
    for (const name of prometheus.rule_files) expect(existsSync(join(root, 'deploy/prometheus', name))).toBe(true);
    const targets = prometheus.scrape_configs.flatMap(({ static_configs }) => static_configs.flatMap((one) => one.targets));
    for (const target of targets) expect(compose.services).toHaveProperty(target.split(':')[0] as string);
    expect(prometheus.scrape_configs[0]?.authorization.credentials_file).toBe('/run/secrets/caipu-metrics-token');
  });
});

describe('the systemd unit', () => {
  it('is in order by systemd-analyze, with the program that it starts', async () => {
    const unit = file('deploy/systemd/caipu.service');
    for (const name of known(unit)) expect(settings, name).toContain(name);
    const folder = temporaryFolder();
    mkdirSync(folder, { recursive: true });
    // Node may live elsewhere on this machine, and there is no user caipu: what systemd would say of those is not about the unit.
    const here = unit.replace('/usr/bin/node', process.execPath).replace(/^(User|Group)=.*$/gm, '');
    writeFileSync(join(folder, 'caipu.service'), here);
    const { stdout, stderr } = await promisify(execFile)('systemd-analyze', ['verify', '--man=no', join(folder, 'caipu.service')]).catch(
      (error: { code?: unknown; stdout?: string; stderr?: string }) => {
        if (error.code === 'ENOENT') throw new Error('systemd-analyze is not on this machine: apt-get install systemd');
        return { stdout: error.stdout ?? '', stderr: error.stderr ?? '' };
      },
    );
    const about = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('caipu.service'));
    expect(about).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});
