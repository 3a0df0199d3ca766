// A reader that has seen enough (npm run replay -- x | head) closes the pipe: the command ends, and that is no fault of it.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
