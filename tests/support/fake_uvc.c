/* A USB camera that is not there: loaded before the C library, it answers for one device as drivers of UVC cameras do.
 *
 * FAKE_UVC: the device's path. FAKE_UVC_PICTURES: folder of the pictures that it gives, WIDTHxHEIGHT.jpg, read anew for
 * each frame; FAKE_UVC_STEPS: each is given once, the next waited for. FAKE_UVC_LOG: file that gets a line for each
 * setting. Structures: linux/videodev2.h.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#define MOST_BYTES (4 * 1024 * 1024)
#define BUFFERS 4
#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

typedef int (*open_call)(const char *, int, ...);
typedef int (*ioctl_call)(int, unsigned long, ...);
typedef int (*close_call)(int);
typedef void *(*mmap_call)(void *, size_t, int, int, int, off_t);

static const struct { unsigned width, height; } SIZES[] = {{640, 480}, {1280, 720}, {1440, 1080}, {1920, 1080}};
static const unsigned FORMATS[] = {V4L2_PIX_FMT_YUYV, V4L2_PIX_FMT_MJPEG};
/* Each with its bounds and value: autofocus is on, as cameras are sold. */
static struct { unsigned id; const char *name; int least, most, value; } CONTROLS[] = {
    {V4L2_CID_POWER_LINE_FREQUENCY, "Power Line Frequency", 0, 2, 2},
    {V4L2_CID_FOCUS_AUTO, "Focus, Automatic", 0, 1, 1},
    {V4L2_CID_FOCUS_ABSOLUTE, "Focus, Absolute", 0, 250, 0},
    {V4L2_CID_EXPOSURE_AUTO, "Auto Exposure", 0, 3, 3},
    {V4L2_CID_EXPOSURE_ABSOLUTE, "Exposure Time, Absolute", 3, 2047, 250},
};

static int camera = -1;
static ino_t shown;
static int opened;
static unsigned width = 640, height = 480, format = V4L2_PIX_FMT_YUYV, rate = 30;
static void *buffers[BUFFERS];
static int waiting[BUFFERS], waiting_count;

static void tell(const char *what, ...) {
    const char *path = getenv("FAKE_UVC_LOG");
    FILE *log = path ? fopen(path, "a") : NULL;
    if (!log) return;
    va_list words;
    va_start(words, what);
    vfprintf(log, what, words);
    va_end(words);
    fclose(log);
}

static int is_camera(const char *path) {
    const char *own = getenv("FAKE_UVC");
    return own && path && strcmp(own, path) == 0;
}

static int open_camera(void) {
    if (camera < 0) {
        /* One that counts is readable for ever: whoever waits for a frame is woken. */
        camera = eventfd(1, EFD_NONBLOCK | EFD_CLOEXEC);
        opened = 0;
    }
    opened++;
    return opened > 1 ? fcntl(camera, F_DUPFD_CLOEXEC, 3) : camera;
}

/* Descriptors of the camera are duplicates of one: what they stand for is told by the file behind them. */
static int is_ours(int fd) {
    char one[64], other[64], link[2][64] = {{0}, {0}};
    if (camera < 0) return 0;
    if (fd == camera) return 1;
    snprintf(one, sizeof one, "/proc/self/fdinfo/%d", fd);
    snprintf(other, sizeof other, "/proc/self/fd/%d", fd);
    if (readlink(other, link[0], sizeof link[0] - 1) < 0 || strcmp(link[0], "anon_inode:[eventfd]")) return 0;
    FILE *info = fopen(one, "r");
    int ours = 0;
    char line[96];
    while (info && fgets(line, sizeof line, info)) ours |= !strncmp(line, "eventfd-count:", 14);
    if (info) fclose(info);
    return ours;
}

int open64(const char *path, int flags, ...) {
    if (is_camera(path)) return open_camera();
    va_list words;
    va_start(words, flags);
    mode_t mode = va_arg(words, mode_t);
    va_end(words);
    return ((open_call)dlsym(RTLD_NEXT, "open64"))(path, flags, mode);
}

int open(const char *path, int flags, ...) {
    if (is_camera(path)) return open_camera();
    va_list words;
    va_start(words, flags);
    mode_t mode = va_arg(words, mode_t);
    va_end(words);
    return ((open_call)dlsym(RTLD_NEXT, "open"))(path, flags, mode);
}

int close(int fd) {
    if (fd == camera && --opened > 0) return 0;
    if (fd == camera) camera = -1;
    return ((close_call)dlsym(RTLD_NEXT, "close"))(fd);
}

void *mmap64(void *at, size_t length, int protection, int flags, int fd, off_t offset) {
    mmap_call next = (mmap_call)dlsym(RTLD_NEXT, "mmap64");
    if (fd < 0 || !is_ours(fd)) return next(at, length, protection, flags, fd, offset);
    void *memory = next(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    buffers[offset / MOST_BYTES] = memory;
    return memory;
}

void *mmap(void *at, size_t length, int protection, int flags, int fd, off_t offset) {
    return mmap64(at, length, protection, flags, fd, offset);
}

static int fails(int why) {
    errno = why;
    return -1;
}

static int has_size(unsigned wide, unsigned high) {
    for (unsigned at = 0; at < COUNT(SIZES); at++)
        if (SIZES[at].width == wide && SIZES[at].height == high) return 1;
    return 0;
}

static void fill(struct v4l2_pix_format *pix) {
    pix->width = width, pix->height = height, pix->pixelformat = format;
    pix->field = V4L2_FIELD_NONE, pix->bytesperline = format == V4L2_PIX_FMT_YUYV ? 2 * width : 0;
    pix->sizeimage = MOST_BYTES, pix->colorspace = V4L2_COLORSPACE_SRGB;
}

static int picture(void *memory) {
    char path[512];
    snprintf(path, sizeof path, "%s/%ux%u.jpg", getenv("FAKE_UVC_PICTURES"), width, height);
    if (format != V4L2_PIX_FMT_MJPEG) {
        memset(memory, 128, 2 * width * height);
        return (int)(2 * width * height);
    }
    struct stat about;
    int patience = getenv("FAKE_UVC_STEPS") ? 500 : 0;
    while (patience-- > 0 && (stat(path, &about) || about.st_ino == shown)) usleep(2000);
    shown = about.st_ino;
    FILE *file = fopen(path, "rb");
    if (!file) return 0;
    int length = (int)fread(memory, 1, MOST_BYTES, file);
    fclose(file);
    return length;
}

static int answer(unsigned long request, void *told) {
    switch (request) {
    case VIDIOC_QUERYCAP: {
        struct v4l2_capability *one = told;
        memset(one, 0, sizeof *one);
        strcpy((char *)one->driver, "uvcvideo"), strcpy((char *)one->card, "Fake Webcam");
        one->capabilities = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING | V4L2_CAP_DEVICE_CAPS;
        one->device_caps = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
        return 0;
    }
    case VIDIOC_ENUM_FMT: {
        struct v4l2_fmtdesc *one = told;
        if (one->index >= COUNT(FORMATS)) return fails(EINVAL);
        one->pixelformat = FORMATS[one->index], one->flags = 0;
        return 0;
    }
    case VIDIOC_ENUM_FRAMESIZES: {
        struct v4l2_frmsizeenum *one = told;
        if (one->index >= COUNT(SIZES)) return fails(EINVAL);
        one->type = V4L2_FRMSIZE_TYPE_DISCRETE;
        one->discrete.width = SIZES[one->index].width, one->discrete.height = SIZES[one->index].height;
        return 0;
    }
    case VIDIOC_ENUM_FRAMEINTERVALS: {
        struct v4l2_frmivalenum *one = told;
        if (one->index || !has_size(one->width, one->height)) return fails(EINVAL);
        one->type = V4L2_FRMIVAL_TYPE_DISCRETE, one->discrete.numerator = 1;
        one->discrete.denominator = one->pixel_format == V4L2_PIX_FMT_MJPEG ? 30 : 5;
        return 0;
    }
    case VIDIOC_G_FMT:
        fill(&((struct v4l2_format *)told)->fmt.pix);
        return 0;
    case VIDIOC_TRY_FMT:
    case VIDIOC_S_FMT: {
        struct v4l2_pix_format *pix = &((struct v4l2_format *)told)->fmt.pix;
        unsigned asked = pix->pixelformat;
        if (asked == V4L2_PIX_FMT_YUYV || asked == V4L2_PIX_FMT_MJPEG) format = asked;
        /* A size that it has not becomes the one that it had. */
        if (has_size(pix->width, pix->height)) width = pix->width, height = pix->height;
        fill(pix);
        tell("format %.4s %ux%u\n", (char *)&format, width, height);
        return 0;
    }
    case VIDIOC_G_PARM:
    case VIDIOC_S_PARM: {
        struct v4l2_captureparm *one = &((struct v4l2_streamparm *)told)->parm.capture;
        if (request == VIDIOC_S_PARM && one->timeperframe.numerator) {
            rate = one->timeperframe.denominator / one->timeperframe.numerator;
            tell("rate %u\n", rate);
        }
        one->capability = V4L2_CAP_TIMEPERFRAME, one->timeperframe.numerator = 1, one->timeperframe.denominator = rate;
        return 0;
    }
    case VIDIOC_QUERYCTRL: {
        struct v4l2_queryctrl *one = told;
        for (unsigned at = 0; at < COUNT(CONTROLS); at++) {
            if (CONTROLS[at].id != one->id) continue;
            strcpy((char *)one->name, CONTROLS[at].name);
            one->type = V4L2_CTRL_TYPE_INTEGER, one->minimum = CONTROLS[at].least, one->maximum = CONTROLS[at].most;
            one->step = 1, one->default_value = CONTROLS[at].value, one->flags = 0;
            return 0;
        }
        return fails(EINVAL);
    }
    case VIDIOC_G_CTRL:
    case VIDIOC_S_CTRL: {
        struct v4l2_control *one = told;
        for (unsigned at = 0; at < COUNT(CONTROLS); at++) {
            if (CONTROLS[at].id != one->id) continue;
            if (request == VIDIOC_S_CTRL) {
                if (one->value < CONTROLS[at].least || one->value > CONTROLS[at].most) return fails(ERANGE);
                CONTROLS[at].value = one->value;
                tell("%s %d\n", CONTROLS[at].name, one->value);
            }
            one->value = CONTROLS[at].value;
            return 0;
        }
        return fails(EINVAL);
    }
    case VIDIOC_G_INPUT:
    case VIDIOC_S_INPUT:
        *(int *)told = 0;
        return 0;
    case VIDIOC_ENUMINPUT: {
        struct v4l2_input *one = told;
        if (one->index) return fails(EINVAL);
        one->type = V4L2_INPUT_TYPE_CAMERA;
        return 0;
    }
    case VIDIOC_REQBUFS: {
        struct v4l2_requestbuffers *one = told;
        if (one->count > BUFFERS) one->count = BUFFERS;
        waiting_count = 0;
        return 0;
    }
    case VIDIOC_QUERYBUF: {
        struct v4l2_buffer *one = told;
        if (one->index >= BUFFERS) return fails(EINVAL);
        one->length = MOST_BYTES, one->m.offset = one->index * MOST_BYTES;
        return 0;
    }
    case VIDIOC_QBUF: {
        struct v4l2_buffer *one = told;
        if (one->index >= BUFFERS || waiting_count == BUFFERS) return fails(EINVAL);
        waiting[waiting_count++] = (int)one->index;
        return 0;
    }
    case VIDIOC_DQBUF: {
        struct v4l2_buffer *one = told;
        if (!waiting_count) return fails(EAGAIN);
        usleep(1000000 / (rate ? rate : 30));
        one->index = (unsigned)waiting[0];
        memmove(waiting, waiting + 1, --waiting_count * sizeof waiting[0]);
        one->bytesused = (unsigned)picture(buffers[one->index]), one->length = MOST_BYTES;
        one->flags = one->bytesused ? V4L2_BUF_FLAG_MAPPED : V4L2_BUF_FLAG_ERROR;
        gettimeofday(&one->timestamp, NULL);
        return 0;
    }
    case VIDIOC_STREAMON:
    case VIDIOC_STREAMOFF:
        if (request == VIDIOC_STREAMOFF) waiting_count = 0;
        return 0;
    default:
        return fails(ENOTTY);
    }
}

int ioctl(int fd, unsigned long request, ...) {
    va_list words;
    va_start(words, request);
    void *told = va_arg(words, void *);
    va_end(words);
    if (_IOC_TYPE(request) == 'V' && is_ours(fd)) return answer((unsigned)request, told);
    return ((ioctl_call)dlsym(RTLD_NEXT, "ioctl"))(fd, request, told);
}
